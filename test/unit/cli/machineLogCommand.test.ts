import assert from 'node:assert/strict';
import type { RunListing } from '../../../runtime/contract/training/runView.ts';
import { chosenRun } from '../../../runtime/cli/machineLogCommand.ts';
import { runListing } from '../../../runtime/remote/runs/runListing.ts';
import { makeJob } from '../../fakes/trainingRecords.ts';

function makeRun(machine: string, name: string): RunListing {
  const place = { machine, folder: `/home/ada/.tool-r1/runs/${name}` };
  const hearing = {
    ...{ isConnected: true, heardAt: 0, aheadMilliseconds: 0, isAlive: null, bootId: null },
  };
  const run = { place, job: makeJob(), status: null, steps: [], checkpoints: [] };
  return runListing(run, hearing);
}

describe('the run of `machine log`', () => {
  const runs = [makeRun('a100', 'first'), makeRun('h100', 'first'), makeRun('h100', 'second')];
  const placeOf = (wanted: string) => {
    const { machine, folder } = chosenRun(runs, wanted).place;
    return `${machine} ${folder.slice(folder.lastIndexOf('/') + 1)}`;
  };

  it('is named by its name, or by machine and name', () => {
    assert.equal(placeOf('second'), 'h100 second');
    assert.equal(placeOf('a100/first'), 'a100 first');
  });

  it('must be one', () => {
    assert.throws(() => placeOf('first'), /several runs first\. Name one of: a100\/first, h100\/f/);
    assert.throws(() => placeOf('third'), /no run third\. List the runs: tool-r1 machine runs/);
  });
});
