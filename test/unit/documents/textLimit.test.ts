import assert from 'node:assert/strict';
import { limitText } from '../../../runtime/documents/textLimit.ts';

describe('limitText', () => {
  it('keeps text within the limit', () => {
    assert.deepEqual(limitText('abc', 3), { text: 'abc', lost: [] });
  });
  it('cuts at the end of a line and says how much is left', () => {
    const { text, lost } = limitText('line one\nline two\nline three', 20);
    assert.equal(text, 'line one\nline two');
    assert.match(lost.join(), /first 17 of 28 characters .* \(60 %\).*open\(\)/);
  });
  it('cuts within a line that is longer than half the limit', () => {
    assert.equal(limitText(`a\n${'b'.repeat(50)}`, 20).text.length, 20);
  });
});
