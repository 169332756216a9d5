import assert from 'node:assert/strict';
import { lackedRoom, lastWords } from '../../../runtime/support/processEnd.ts';

describe('the end of a process', () => {
  it('is told by the last line that says something, or by what pip calls an error', () => {
    assert.equal(lastWords({ code: 1, said: 'first\n  last \n\n' }), 'last');
    const pip = 'Collecting one\nERROR: No matching distribution\n[notice] A new release';
    assert.equal(lastWords({ code: 1, said: pip }), 'ERROR: No matching distribution');
  });

  it('is told by how it came where nothing was said', () => {
    const of = (code: number | null, signal: NodeJS.Signals | null = null) =>
      lastWords({ code, signal, said: ' \n' });
    assert.equal(of(0), 'it said nothing.');
    assert.match(
      of(3),
      /^it ended with code 3 and said nothing, as happens when a disk is full\.$/,
    );
    assert.match(of(null, 'SIGKILL'), /^it was killed and said nothing, .* memory runs out\.$/);
    assert.match(of(null), /^it was killed/, 'as machines tell it');
    assert.equal(of(null, 'SIGBUS'), 'it was ended by SIGBUS and said nothing.');
  });

  it('came for want of room where system, quota or our own programs say so', () => {
    const lacked = (said: string) => lackedRoom({ said });
    assert.equal(lacked("OSError: [Errno 28] No space left on device: '/c/x'\nmore"), 'disk');
    assert.equal(lacked('tool-r1: The disk of /home/ada/cache is full: free some space'), 'disk');
    assert.equal(lacked('OSError: [Errno 122] Disk quota exceeded'), 'quota');
    assert.equal(lacked('The quota for /home/ada is used up: delete files there'), 'quota');
    assert.equal(lacked('ERROR: No matching distribution found for torch'), null);
    assert.equal(lacked(''), null);
  });
});
