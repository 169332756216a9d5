import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { StopCutter } from '../../../runtime/policy/stopStrings.ts';

/** Cuts a text that comes in the given pieces. */
function cut(stop: readonly string[], pieces: readonly string[]) {
  const cutter = new StopCutter(stop);
  let text = '';
  let stopped: string | null = null;
  let dropped = 0;
  for (const piece of pieces) {
    const part = cutter.push(piece);
    text += part.text;
    stopped = part.stopped;
    dropped += part.dropped;
  }
  return { text: text + cutter.end(), stopped, dropped };
}

describe('stop strings', () => {
  it('ends the text before a stop string within one piece', () => {
    assert.deepEqual(cut(['<end_code>'], ['a<end_code>tail']), {
      text: 'a',
      stopped: '<end_code>',
      dropped: 4,
    });
  });

  it('finds a stop string across pieces', () => {
    assert.deepEqual(cut(['<end_code>'], ['a<en', 'd_', 'code', '>b', 'c']), {
      text: 'a',
      stopped: '<end_code>',
      dropped: 2,
    });
  });

  it('gives back what only looked like the start of one', () => {
    assert.deepEqual(cut(['<end_code>'], ['x <', 'end', ' y', ' <end_']), {
      text: 'x <end y <end_',
      stopped: null,
      dropped: 0,
    });
  });

  it('hands text on as soon as it cannot belong to a stop string', () => {
    const cutter = new StopCutter(['Observation:']);
    assert.equal(cutter.push('Thought: O').text, 'Thought: ');
    assert.equal(cutter.push('k').text, 'Ok');
  });

  it('takes the stop string that comes first, and of two at one place the longer', () => {
    assert.equal(cut(['bb', 'a'], ['xabb']).text, 'x');
    assert.equal(cut(['ab', 'abc'], ['xabcd']).stopped, 'abc');
  });

  it('ignores empty stop strings and works without any', () => {
    assert.deepEqual(cut(['', ''], ['abc']), { text: 'abc', stopped: null, dropped: 0 });
    assert.deepEqual(cut([], ['abc', 'd']), { text: 'abcd', stopped: null, dropped: 0 });
  });

  it('does not depend on where the pieces end', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '<', '>'), maxLength: 40 });
    const stops = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', '<', '>'), minLength: 1, maxLength: 4 }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(letters, stops, fc.integer({ min: 1, max: 5 }), (text, stop, size) => {
        const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
        const kept = cut(stop, pieces).text;
        const starts = stop.map((word) => text.indexOf(word)).filter((at) => at >= 0);
        // A longer piece may show an earlier start of another word; no stop string may be left in either way.
        assert.ok(text.startsWith(kept));
        assert.ok(stop.every((word) => !kept.includes(word)));
        if (starts.length === 0) assert.equal(kept, text);
        else assert.ok(kept.length >= Math.min(...starts));
      }),
    );
  });
});
