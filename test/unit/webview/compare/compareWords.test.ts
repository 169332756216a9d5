import assert from 'node:assert/strict';
import { bandWords, gapWords } from '../../../../webview/compare/compareWords.ts';

describe('the words of the comparison', () => {
  it('name the steps of a band', () => {
    assert.equal(bandWords([3], [2, 3, 4]), 'Step 3 and steps 2 to 4');
    assert.equal(bandWords([2], []), 'Step 2 only');
    assert.equal(bandWords([], [5, 6]), 'Steps 5 to 6 only');
  });

  it('say what one side lacks', () => {
    const none = new Set<string>();
    assert.equal(gapWords('Trajectory 11', [], none), 'Trajectory 11 has no such step');
    assert.equal(
      gapWords('Trajectory 11', ['read', 'read'], none),
      'Trajectory 11 never called read',
    );
    assert.equal(
      gapWords('Trajectory 11', ['read', 'ask'], none),
      'Trajectory 11 never called read or ask',
    );
    assert.equal(
      gapWords('Trajectory 11', ['read'], new Set(['read'])),
      'Trajectory 11 has no such step',
    );
    assert.equal(gapWords('A', ['a', 'b', 'c'], none), 'A has no such step');
  });
});
