import assert from 'node:assert/strict';
import { isLost, readCards } from '../../../../runtime/remote/preflight/nvidiaSmi.ts';
import { smi, smiProblem } from './probes.ts';

describe('what nvidia-smi prints', () => {
  it('is no card and no problem where it is not there', () => {
    assert.deepEqual(readCards(null), { gpus: [], problem: null });
  });

  it('names cards with the processes on them, whose they are, and of which run', () => {
    const answer = smi('eight-a100.csv', 'eight-a100.apps.csv');
    const { gpus, problem } = readCards({
      ...answer,
      owners: { '41822': { user: 'kim', run: '/home/kim/.tool-r1/runs/r' } },
    });
    assert.equal(problem, null);
    assert.deepEqual(
      gpus.map(({ index }) => index),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
    assert.deepEqual(gpus[5], {
      index: 5,
      uuid: 'GPU-5a1b7c05-3f2e-4d6a-9b1c-0e8f7a6b5c4d',
      name: 'NVIDIA A100-SXM4-80GB',
      driver: '580.95.05',
      memoryTotalMib: 81_920,
      memoryUsedMib: 1229,
      utilization: 3,
      mig: false,
      eccErrors: 0,
      processes: [
        {
          pid: 41_822,
          name: '/home/kim/miniconda3/bin/python',
          memoryMib: 1224,
          user: 'kim',
          run: '/home/kim/.tool-r1/runs/r',
        },
      ],
    });
    assert.deepEqual(gpus[0]?.processes, []);
  });

  it('says that a card is split into instances', () => {
    const [split, whole] = readCards(smi('mig.csv')).gpus;
    assert.deepEqual([split?.mig, split?.utilization, whole?.mig], [true, null, false]);
  });

  it('reads names with commas, and takes what is not known as null', () => {
    const { gpus } = readCards(smi('consumer.csv', 'consumer.apps.csv'));
    const [card] = gpus;
    assert.deepEqual(
      card?.processes.map(({ pid, name, memoryMib, user }) => [pid, name, memoryMib, user]),
      [
        [9120, 'VLLM::EngineCore, rank 0', 18_720, null],
        [2201, '', null, null],
      ],
    );
    for (const { eccErrors, mig } of gpus) assert.deepEqual([eccErrors, mig], [null, false]);
  });

  it('tells memory errors and cards that the driver lost', () => {
    const { gpus } = readCards(smi('broken-cards.csv'));
    assert.deepEqual(
      gpus.map(({ eccErrors }) => eccErrors),
      [3, null, null],
    );
    assert.deepEqual(gpus.map(isLost), [false, true, true]);
  });

  it('keeps what it says instead of cards, whatever the exit code', () => {
    const said = (file: string, code: number) => readCards(smiProblem(file, code)).problem;
    assert.equal(said('no-devices.txt', 0), 'No devices were found');
    assert.match(
      said('no-driver.txt', 9) ?? '',
      /^NVIDIA-SMI has failed .* installed and running\.$/,
    );
    assert.equal(
      said('version-mismatch.txt', 18),
      'Failed to initialize NVML: Driver/library version mismatch NVML library version: 570.124',
    );
    assert.match(said('lost.txt', 15) ?? '', /GPU is lost/);
  });

  it('does not call cards well when it ended badly after some of them', () => {
    const answer = smi('mig.csv');
    const cut = { ...answer, cards: { ...answer.cards, code: 15, err: 'Unknown Error' } };
    assert.equal(readCards(cut).problem, 'Unknown Error');
    assert.equal(readCards(cut).gpus.length, 2);
    const silent = { ...answer, cards: { code: 1, out: '', err: '' } };
    assert.match(readCards(silent).problem ?? '', /said nothing/);
  });
});
