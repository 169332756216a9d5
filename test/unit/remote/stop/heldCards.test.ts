import assert from 'node:assert/strict';
import type { GpuFacts } from '../../../../runtime/contract/machine.ts';
import { cardsOf, heldCards } from '../../../../runtime/remote/stop/heldCards.ts';
import { makeJob } from '../../../fakes/trainingRecords.ts';

const folder = '/home/kim/.tool-r1/runs/first';

function process(pid: number, run: string | null, memoryMib: number | null = 1000) {
  return { pid, name: 'python', user: 'kim', memoryMib, run };
}

function card(index: number, processes: GpuFacts['processes']): GpuFacts {
  const [uuid, name, driver] = [`GPU-${index}`, 'A100', '580'];
  const figures = { memoryTotalMib: 81_920, memoryUsedMib: 4, utilization: 0, eccErrors: 0 };
  return { index, uuid, name, driver, ...figures, mig: false, processes };
}

describe('who holds the cards of a stopped run', () => {
  it('names what is left of the run, and what belongs to nobody that we know', () => {
    const gpus = [card(0, [process(11, folder)]), card(1, [process(12, null, null)])];
    assert.deepEqual(heldCards(gpus, [0, 1], folder), [
      { gpu: 0, pid: 11, name: 'python', mib: 1000 },
      { gpu: 1, pid: 12, name: 'python', mib: 0 },
    ]);
  });

  it('says nothing of other cards, nor of the run that comes next', () => {
    const next = '/home/kim/.tool-r1/runs/second';
    const gpus = [card(0, [process(13, next)]), card(1, [process(14, null)])];
    assert.deepEqual(heldCards(gpus, [0], folder), []);
    assert.equal(heldCards(gpus, 'all', folder).length, 1);
  });

  it('knows the cards of a run by its place in the line', () => {
    const { processes } = makeJob();
    const queue = { folder: '/queue', gpus: [2, 3] };
    const waiting = makeJob({ device: 'cuda', processes: { ...processes, queue } });
    assert.deepEqual(cardsOf(waiting), [2, 3]);
    assert.equal(cardsOf(makeJob({ device: 'cuda' })), 'all');
    assert.equal(cardsOf(makeJob()), null);
  });
});
