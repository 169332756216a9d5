import assert from 'node:assert/strict';
import {
  headingOf,
  openingFence,
  partialTerminatorAt,
  startsObservation,
  tagKind,
  terminatorIn,
} from '../../../../../runtime/agent/protocols/reply/marks.ts';

describe('headingOf', () => {
  const headings: readonly (readonly [string, string, string])[] = [
    ['Thought: a', 'thought', 'a'],
    ['  **Code:** x', 'code', 'x'],
    ['**Code**: x', 'code', 'x'],
    ['### Observation', 'observation', ''],
    ['3. Thought：b', 'thought', 'b'],
    ['[Code]: x', 'code', 'x'],
    ['Co\u200bde: x', 'code', 'x'],
    ['Python code: x', 'code', 'x'],
    ['思考：x', 'thought', 'x'],
  ];
  for (const [line, kind, rest] of headings) {
    it(`finds ${kind} in ${JSON.stringify(line)}`, () => {
      const heading = headingOf(line);
      assert.equal(heading?.kind, kind);
      assert.equal(line.slice(heading.length), rest);
    });
  }

  for (const line of ['', 'Thoughtful: a', 'My code: x', 'Code', 'decode: x', 'Observed: 3', 'x']) {
    it(`finds none in ${JSON.stringify(line)}`, () => assert.equal(headingOf(line), null));
  }
});

describe('startsObservation', () => {
  it('knows the mark of the prompt and not other words', () => {
    for (const line of [
      'Observation: 1',
      '  Observation :',
      '**Observation:**',
      '> Observation:',
    ]) {
      assert.equal(startsObservation(line), true, line);
    }
    for (const line of [
      'observation: 1',
      '# Observation: 1',
      'An Observation: 1',
      'Observations: 2',
    ]) {
      assert.equal(startsObservation(line), false, line);
    }
  });
});

describe('openingFence', () => {
  it('reads tag, kind and where content begins', () => {
    const at = (line: string) => line.slice(openingFence(line)?.contentAt ?? -1);
    assert.equal(openingFence('  ```Python')?.tag, 'python');
    assert.equal(openingFence('~~~json')?.character, '~');
    assert.equal(openingFence('```')?.tag, 'none');
    assert.equal(openingFence('```py {linenos=true}')?.contentAt, 20);
    assert.equal(at('```py print(1)```'), 'print(1)```');
    assert.equal(at('```print(1)```'), 'print(1)```');
    assert.equal(at('```x = 1'), 'x = 1');
    assert.equal(openingFence('``py'), null);
    assert.equal(openingFence('text ```py'), null);
  });
});

describe('tagKind', () => {
  it('knows Python in all its names, and other languages', () => {
    for (const tag of ['py', 'PYTHON3', '{python}', '.python', 'tool_code']) {
      assert.equal(tagKind(tag), 'python', tag);
    }
    assert.equal(tagKind(''), 'none');
    assert.equal(tagKind('JSON'), 'foreign');
    assert.equal(tagKind('pyhton'), 'unknown');
  });
});

describe('terminators', () => {
  it('are found in a line', () => {
    assert.equal(terminatorIn('```<end_code>'), 3);
    assert.equal(terminatorIn('x < end_code'), -1);
    assert.equal(terminatorIn('a</code>'), 1);
    assert.equal(terminatorIn('<code>'), -1);
  });

  const partial: readonly (readonly [string, number])[] = [
    ['print(1)\n<end_co', 9],
    ['print(1)\n<', 9],
    ['print(1)<end', 8],
    ['print(1)\n</cod\n', 9],
    ['x = 1\nObserv', 6],
    ['x = a <', -1],
    ['x < en', -1],
    ['print(1)', -1],
    ['<end_code>', 0],
    ['x\nObstacle', -1],
  ];
  for (const [text, at] of partial) {
    it(`break off at ${at} in ${JSON.stringify(text)}`, () => {
      assert.equal(partialTerminatorAt(text), at);
    });
  }
});
