import assert from 'node:assert/strict';
import type { StepView } from '../../../../runtime/contract/viewing.ts';
import {
  FindSession,
  findWords,
  type FindSource,
} from '../../../../webview/trajectory/find/findSession.ts';
import { makeStep } from '../../../fakes/records.ts';

function view(index: number, thought = `row ${index}`): StepView {
  return { step: makeStep({ index, thought, code: null }), clipped: [] };
}

function sourceOf(count: number, over: Partial<FindSource> = {}): FindSource & { reads: number[] } {
  const reads: number[] = [];
  return {
    reads,
    last: () => count,
    get: (step) => (step <= 3 ? view(step) : undefined),
    read: async (from, to) => {
      reads.push(from);
      await Promise.resolve();
      return Array.from({ length: to - from + 1 }, (_, place) => view(from + place));
    },
    readText: () => Promise.resolve('a long row of rows'),
    ...over,
  };
}

function session(source: FindSource): FindSession {
  return new FindSession(source, () => undefined);
}

describe('FindSession', () => {
  it('goes through all steps, also those that are not at hand', async () => {
    const source = sourceOf(100);
    const find = session(source);
    await find.look('row', 1);
    assert.equal(find.matches.length, 100);
    assert.deepEqual(source.reads, [1, 41, 81]);
    assert.equal(findWords(find), '1 of 100');
  });

  it('begins at the step that a person looks at, and goes round the ends', async () => {
    const find = session(sourceOf(3));
    await find.look('row', 2);
    assert.equal(find.current?.step, 2);
    find.move(1);
    find.move(1);
    assert.equal(find.current.step, 1);
    find.move(-1);
    assert.equal(find.current.step, 3);
  });

  it('says that nothing was found', async () => {
    const find = session(sourceOf(3));
    await find.look('nowhere', 1);
    assert.equal(findWords(find), 'Nothing found');
    find.move(1);
    assert.equal(find.current, null);
    await find.look('', 1);
    assert.equal(findWords(find), '');
  });

  it('looks through the whole of a text that came clipped', async () => {
    const clipped = [{ field: 'thought', characters: 99_999 }];
    const find = session(sourceOf(1, { get: (step) => ({ ...view(step), clipped }) }));
    await find.look('row', 1);
    assert.deepEqual(
      find.matches.map(({ offset }) => offset),
      [7, 14],
    );
  });

  it('counts only what was looked for last', async () => {
    const find = session(sourceOf(200));
    const first = find.look('row', 1);
    await find.look('row 7', 1);
    await first;
    assert.equal(find.words, 'row 7');
    // 7 and 70 to 79.
    assert.equal(find.matches.length, 11);
  });

  it('gives up at more matches than anybody walks through', async () => {
    const many = 'x '.repeat(4_000);
    const find = session(sourceOf(4, { get: (step) => view(step, many) }));
    await find.look('x', 1);
    assert.match(findWords(find), /^1 of 8,000 or more$/);
  });

  it('passes on why it could not go on', async () => {
    const broken = () => Promise.reject(new Error('The file is gone.'));
    await assert.rejects(session(sourceOf(100, { read: broken })).look('row', 1), /gone/);
  });
});
