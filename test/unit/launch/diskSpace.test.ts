import assert from 'node:assert/strict';
import { checkpointBytes, refuseFullDisk } from '../../../runtime/launch/diskSpace.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const lora = { rank: 8, alpha: 16, dropout: 0, targets: 'all-linear' as const };

describe('disk space', () => {
  const folder = temporaryFolder();

  it('a checkpoint of all weights holds them and two moments; one of an adapter is small', () => {
    assert.equal(checkpointBytes(1e9, null), 3e9 + 20e6);
    assert.equal(checkpointBytes(1e9, lora), 50e6 + 20e6);
  });

  it('is asked of the disk on which a folder will lie', async () => {
    await refuseFullDisk(folder('not/yet/there'), 1);
    await assert.rejects(
      refuseFullDisk(folder('not/yet/there'), 1e18),
      /The disk of \S+there has [\d,]+ MB free, and two checkpoints .* 2,000,000,000,000 MB\. Free/,
    );
  });
});
