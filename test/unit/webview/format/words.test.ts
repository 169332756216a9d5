import assert from 'node:assert/strict';
import {
  endingOf,
  stopFilterWords,
  stopSentences,
  stopWords,
} from '../../../../webview/format/words.ts';

describe('how a trajectory ended', () => {
  it('is why it stopped, whether or not its writer is there', () => {
    assert.equal(endingOf({ stopReason: 'max-steps', interrupted: false }), 'max-steps');
  });

  it('tells one that runs from one that was interrupted', () => {
    const running = endingOf({ stopReason: null, interrupted: false });
    const interrupted = endingOf({ stopReason: null, interrupted: true });
    assert.deepEqual([stopWords[running], stopWords[interrupted]], ['Running', 'Interrupted']);
    assert.match(stopSentences[running], /it runs$/);
    assert.match(stopSentences[interrupted], /another machine$/);
  });

  it('can be asked for without telling the two apart', () => {
    assert.equal(stopFilterWords.running, 'Unfinished');
    assert.equal(stopFilterWords.cancelled, stopWords.cancelled);
  });
});
