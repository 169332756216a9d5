import assert from 'node:assert/strict';
import { shortenText, shortestText } from '../../../runtime/agent/shortenText.ts';

describe('shortenText', () => {
  it('leaves a text that fits', () => {
    assert.equal(shortenText('abc', 200), 'abc');
    assert.equal(shortenText('x'.repeat(200), 200), 'x'.repeat(200));
  });

  it('keeps head and tail and says how much is shown', () => {
    const text = `${'a'.repeat(500)}${'b'.repeat(500)}`;
    const short = shortenText(text, 200);
    const match = /^a+\n\[shortened: (\d+) of 1000 characters shown\]\nb+$/.exec(short);
    assert.ok(match, short);
    assert.equal(Number(match[1]), short.length - match[0].replace(/^a+|b+$/g, '').length);
  });

  it('never gets longer than asked, down to the shortest', () => {
    for (const limit of [0, 1, 50, shortestText, 121, 150, 333, 999]) {
      assert.ok(shortenText('y'.repeat(1000), limit).length <= Math.max(limit, shortestText));
    }
  });

  it('never cuts a character in two', () => {
    for (let limit = 120; limit < 140; limit += 1) {
      assert.doesNotMatch(shortenText('😀'.repeat(300), limit), /\p{Cs}/u);
    }
  });
});
