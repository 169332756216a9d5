import assert from 'node:assert/strict';
import { inspectionText } from '../../../../extension/training/inspectionText.ts';
import { RunLogText } from '../../../../extension/training/runLogText.ts';
import { trainingStatusText } from '../../../../extension/training/trainingStatusText.ts';
import { makeMachine, makeRunListing, makeRunPage, runPlace } from '../../../fakes/runPages.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const at = now.getTime();
const listing = (state: Parameters<typeof makeRunListing>[0]['state'], seen = at) =>
  makeRunListing({ state, steps: 312, now: seen, name: state });

describe('trainingStatusText', () => {
  it('says nothing when nothing is under way', () => {
    assert.equal(trainingStatusText([], now), null);
    assert.equal(trainingStatusText([listing('done'), listing('stopped')], now), null);
  });

  it('names what matters most, and how many others there are', () => {
    const texts = [
      [listing('running')],
      [listing('offline')],
      [listing('running'), listing('queued')],
      [listing('running'), listing('crashed')],
    ].map((runs) => trainingStatusText(runs, now));
    assert.deepEqual(
      texts.map((one) => one?.text),
      [
        '$(sync) GRPO 312/1000',
        '$(debug-disconnect) GRPO 312/1000 offline',
        '$(sync) GRPO 312/1000 +1',
        '$(error) GRPO crashed +1',
      ],
    );
    assert.deepEqual(
      texts.map((one) => one?.isBad),
      [false, false, false, true],
    );
  });

  it('lets a crash of yesterday be', () => {
    assert.equal(trainingStatusText([listing('crashed', at - 86_400_000)], now), null);
  });
});

describe('inspectionText', () => {
  it('says what is there, what is missing and what to do', () => {
    const { facts } = makeMachine({
      ...{ state: 'connected', since: now.toISOString(), roundTripMilliseconds: 20 },
    });
    assert.ok(facts !== null);
    const text = inspectionText('a100-box', facts, [
      { name: 'Disk', state: 'fail', detail: '12 GiB are free.', advice: 'Free 40 GiB.' },
      { name: 'Python', state: 'pass', detail: 'Python 3.12', advice: null },
    ]);
    assert.match(text, /^Training on a100-box\n/);
    assert.match(text, /GPU 0: .*A100/);
    assert.match(text, /✗ missing Disk\n +12 GiB are free\.\n +What to do: Free 40 GiB\./);
    assert.match(text, /✓ fits {4}Python\n +Python 3\.12\n/);
  });
});

describe('RunLogText', () => {
  it('begins at the end, goes on where it was, and says where a log was renamed', async () => {
    const slices = [
      { text: 'step 311\nstep 312\n', from: 1000, to: 1018, generation: 'a', size: 1018 },
      { text: '', from: 1018, to: 1018, generation: 'a', size: 1018 },
      { text: 'step 313\n', from: 0, to: 9, generation: 'b', size: 9 },
    ];
    let opened = 0;
    const runtime = new RuntimeAnswers({
      'open-run': () =>
        Promise.resolve({ handle: `h${(opened += 1).toString()}`, page: makeRunPage({ now: at }) }),
      'close-run': () => Promise.resolve({}),
      'read-run-log': () => {
        const slice = slices.shift();
        return slice === undefined
          ? Promise.reject(new Error('no such handle'))
          : Promise.resolve(slice);
      },
    });
    const text = new RunLogText(runtime, { place: runPlace, log: 'trainer.log' });
    assert.deepEqual(
      [await text.read(), await text.read(), await text.read()],
      [true, false, true],
    );
    assert.equal(
      text.shown,
      '… 1000 bytes before this are not shown …\nstep 311\nstep 312\n\n… a new log begins …\nstep 313\n',
    );
    const asked = runtime.asked.filter(({ name }) => name === 'read-run-log');
    assert.deepEqual(
      asked.map(({ params }) => {
        const { from, generation } = params as { from: number | null; generation: string | null };
        return [from, generation];
      }),
      [
        [null, null],
        [1018, 'a'],
        [1018, 'a'],
      ],
    );
    await assert.rejects(text.read(), /no such handle/);
    assert.equal(opened, 2, 'a handle of a runtime that is gone is asked for again');
    text.dispose();
    assert.deepEqual(runtime.asked.at(-1), { name: 'close-run', params: { handle: 'h2' } });
  });
});
