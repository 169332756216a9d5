import assert from 'node:assert/strict';
import { findSections } from '../../../../../runtime/agent/protocols/tagged/sections.ts';

const names = ['think', 'act', 'see'];

function found(text: string): readonly (readonly [string, string, boolean])[] {
  return findSections(text, names, 'think').map(({ name, content, closed }) => [
    name,
    content,
    closed,
  ]);
}

describe('findSections', () => {
  it('finds parts in order, with their places', () => {
    const text = 'x<think>a</think> <act>b</act>y';
    assert.deepEqual(findSections(text, names, 'think'), [
      { name: 'think', start: 1, end: 17, content: 'a', closed: true },
      { name: 'act', start: 18, end: 30, content: 'b', closed: true },
    ]);
  });

  it('takes tags inside a part as text', () => {
    assert.deepEqual(found('<act><see>x</see><think></act>'), [
      ['act', '<see>x</see><think>', true],
    ]);
  });

  it('ends a part at the first closing tag of its own', () => {
    assert.deepEqual(found('<act>a</act>b</act>'), [['act', 'a', true]]);
  });

  it('ends an open part with the text, an open thought with the next part', () => {
    assert.deepEqual(found('<act>a <see>b'), [['act', 'a <see>b', false]]);
    assert.deepEqual(found('<think>a <act>b</act>'), [
      ['think', 'a ', false],
      ['act', 'b', true],
    ]);
    assert.deepEqual(found('<think>a'), [['think', 'a', false]]);
  });

  it('takes a thought that opens anew as two', () => {
    assert.deepEqual(found('<think>a<think>b</think>'), [
      ['think', 'a', false],
      ['think', 'b', true],
    ]);
  });

  it('does not let a thought swallow the action before a later thought', () => {
    assert.deepEqual(found('<think>a<act>b</act><think>c</think>'), [
      ['think', 'a', false],
      ['act', 'b', true],
      ['think', 'c', true],
    ]);
  });

  it('ends the thought whose opening tag stood in the prompt, once and at the start only', () => {
    assert.deepEqual(found('a</think><act>b</act>'), [
      ['think', 'a', true],
      ['act', 'b', true],
    ]);
    assert.deepEqual(found('<act>b</act>c</think>'), [['act', 'b', true]]);
  });

  it('passes over closing tags of nothing', () => {
    assert.deepEqual(found('</act></see>x'), []);
  });

  it('finds nothing in text without tags, and in tags that are not written so', () => {
    assert.deepEqual(found('plain < text > </> <thinks> <act >'), []);
  });
});
