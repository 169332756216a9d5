import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { helperFailure } from '../../../runtime/setup/helperFailure.ts';
import { FailureError, HumanError } from '../../../runtime/support/errors.ts';
import { skipBecause } from '../../fakes/skip.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('a helper that ended badly', () => {
  const folder = temporaryFolder();
  const ended = (tail: readonly string[]) => ({ code: 1, signal: null, tail });
  const about = (where = folder('')) => ({
    what: 'pip could not install it',
    advice: 'Is the network there?',
    folder: where,
  });

  it('is told by its words, with what helps', async () => {
    const error = await helperFailure(ended(['ERROR: No matching distribution.', '']), about());
    assert.ok(error instanceof HumanError);
    assert.equal(
      error.message,
      'pip could not install it: ERROR: No matching distribution. Is the network there?',
    );
  });

  it('is a full disk where it says so, and then the network is no matter', async () => {
    const said = ['ERROR: Could not install packages due to an OSError', 'No space left on device'];
    const error = await helperFailure(ended(said), about('/cache'));
    assert.ok(error instanceof FailureError);
    assert.equal(error.failure.code, 'store/disk-full');
    assert.match(
      error.message,
      /the disk of \/cache is full\. Free some space there, then try again/,
    );
    assert.doesNotMatch(error.message, /network/);
    const quota = await helperFailure(ended(['Disk quota exceeded']), about('/cache'));
    assert.match(quota.message, /the quota for \/cache is used up\. Delete files there or ask/);
  });

  it('is a full disk where it said nothing and nothing is left there', async function () {
    const disk = folder('disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      skipBecause(this, 'a small disk can only be mounted by root');
    }
    try {
      const error = await helperFailure(ended([]), about(disk));
      assert.ok(error instanceof FailureError && error.failure.code === 'store/disk-full');
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('is not taken for one where its folder is not there yet', async () => {
    const error = await helperFailure(ended([]), about(folder('nowhere')));
    assert.match(error.message, /it ended with code 1 and said nothing/);
    assert.ok(error instanceof HumanError);
  });
});
