import assert from 'node:assert/strict';
import { nodeId, type ExplorerNode } from '../../../../extension/views/explorerNode.ts';
import { childNodes, rootNodes } from '../../../../extension/views/explorerTree.ts';
import { nodeLook } from '../../../../extension/views/nodeLook.ts';
import { noTraining, type TrainingContents } from '../../../../extension/views/trainingNode.ts';
import {
  agoWords,
  cardWords,
  gibWords,
  leftWords,
} from '../../../../extension/views/trainingWords.ts';
import { thisComputer } from '../../../../runtime/contract/thisComputer.ts';
import type { MachineListing } from '../../../../runtime/contract/machine.ts';
import { ShownState } from '../../../../runtime/contract/training/runView.ts';
import { makeMachine, makeRunListing, offlineSince } from '../../../fakes/runPages.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const at = now.getTime();
const moment = { now, running: new Set<string>() };

const connected: MachineListing['connection'] = {
  ...{ state: 'connected', since: '2026-03-01T10:00:00.000Z', roundTripMilliseconds: 21 },
};
const here: MachineListing = { name: thisComputer, connection: connected, facts: null };

/** Every line of the tree below one section, indented. */
function draw(section: string, training: Partial<TrainingContents>): string[] {
  const contents = { ...noTraining, ...training };
  const lines = (node: ExplorerNode, depth: number): string[] => {
    const { label, description } = nodeLook(node, moment);
    const own = `${'  '.repeat(depth)}${[label, description].filter(Boolean).join(' | ')}`;
    return [own, ...childNodes(node, [], contents).flatMap((child) => lines(child, depth + 1))];
  };
  const root = rootNodes([], contents).find(
    (one) => one.kind === 'section' && one.section === section,
  );
  return root === undefined ? [] : lines(root, 0).slice(1);
}

describe('trainingTree', () => {
  it('is part of the tree only where there is a run or an attached machine', () => {
    assert.deepEqual(rootNodes([], noTraining), []);
    assert.deepEqual(rootNodes([], { ...noTraining, machines: [here] }), []);
    assert.equal(rootNodes([], { ...noTraining, machines: [makeMachine(connected)] }).length, 6);
  });

  it('says how an empty section is filled', () => {
    const training = { machines: [makeMachine(connected)] };
    assert.deepEqual(
      draw('runs', training),
      ['  No training run yet'].map((one) => one.trimEnd()),
    );
    assert.deepEqual(draw('checkpoints', training), ['  Saved by a training run']);
  });

  it('gives each state of a run a word, a figure and what matters below it', () => {
    const drawn = ShownState.options.flatMap((state) =>
      draw('runs', { runs: [makeRunListing({ state, steps: 312, now: at, name: state })] }),
    );
    assert.deepEqual(drawn, [
      ...['  queued | queued · 2nd for GPU 0–3', '    Logs'],
      ...['  starting | starting', '    Logs'],
      ...['  running | 312/1000 · 18 h', '    Metrics | reward 1.21'],
      ...[
        '    Queue | 52 % fresh',
        '    Rollouts | train steps 1 to 312',
        '    Logs',
        '    Truncated | 6.3 % watch',
      ],
      ...['  stopping | stopping · 312/1000', '    Metrics | reward 1.21'],
      ...['    Queue | 52 % fresh', '    Rollouts | train steps 1 to 312', '    Logs'],
      ...[
        '  stopped | stopped · 312/1000',
        '    Resume from step 300',
        '    Metrics | reward 1.21',
      ],
      ...['    Queue | 52 % fresh', '    Rollouts | train steps 1 to 312', '    Logs'],
      '  crashed | crashed · at 312',
      '    The trainer ran out of GPU memory in train…',
      ...['    Resume from step 300', '    Metrics | reward 1.21'],
      ...['    Queue | 52 % fresh', '    Rollouts | train steps 1 to 312', '    Logs'],
      ...['  done | done · 1000/1000', '    Metrics | reward 1.21'],
      ...['    Queue | 52 % fresh', '    Rollouts | train steps 1 to 1000', '    Logs'],
      ...['  stalled | stalled · silent 4 min', '    Metrics | reward 1.21'],
      ...[
        '    Queue | 52 % fresh',
        '    Rollouts | train steps 1 to 312',
        '    Logs',
        '    Truncated | 6.3 % watch',
      ],
      ...['  offline | offline · 312/1000', '    Was running, last seen 3 min ago'],
      ...[
        '    Metrics | reward 1.21',
        '    Queue | 52 % fresh',
        '    Rollouts | train steps 1 to 312',
        '    Logs',
      ],
    ]);
  });

  it('tells the states apart by icon and word, whatever the colours are', () => {
    const looks = ShownState.options.map((state) =>
      nodeLook(
        { kind: 'run', section: 'runs', run: makeRunListing({ state, steps: 312, now: at }) },
        moment,
      ),
    );
    assert.equal(new Set(looks.map(({ icon }) => icon?.name)).size, ShownState.options.length);
    assert.equal(new Set(looks.map(({ description }) => description)).size, looks.length);
    for (const { spoken, tooltip } of looks) {
      assert.match(spoken, /^tool-r1-7b-files, /);
      assert.match(tooltip, /Recipe tool-r1, model Qwen2\.5-7B-Instruct/);
    }
  });

  it('leads from the checkpoints of a run to their page, and lists them below', () => {
    const run = makeRunListing({ state: 'running', steps: 312, now: at });
    const look = nodeLook({ kind: 'run', section: 'checkpoints', run }, moment);
    assert.deepEqual([look.opens, look.fold], ['checkpoints', 'closed']);
  });

  it('leads from a sign of ill health to what to try, and to its place on the page', () => {
    const run = makeRunListing({ state: 'running', steps: 312, now: at });
    const [truncated] = run.alerts;
    assert.ok(truncated !== undefined && run.alerts.length === 1);
    const badges = [truncated, { ...truncated, id: 'learning', level: 'alarm' } as const];
    const [watch, alarm] = badges.map((badge) =>
      nodeLook({ kind: 'run-health', run, badge }, moment),
    );
    assert.match(watch?.tooltip ?? '', /limit of 8,192 tokens[^]*\nWhat to try: Raise agent\./);
    assert.equal(watch?.spoken, 'Truncated, 6.3 % watch');
    assert.deepEqual([watch.opens, watch.fold], ['run', 'none']);
    assert.deepEqual([watch.icon?.name, alarm?.icon?.name], ['warning', 'error']);
    const ids = badges.map((badge) => nodeId({ kind: 'run-health', run, badge }));
    assert.equal(new Set(ids).size, 2);
  });

  it('shows queues of living runs and checkpoints of all', () => {
    const living = makeRunListing({ state: 'running', steps: 312, now: at, name: 'living' });
    const done = makeRunListing({ state: 'done', steps: 1000, now: at, name: 'done' });
    const young = makeRunListing({ state: 'running', steps: 20, now: at, name: 'young' });
    const runs = [living, done, young];
    assert.deepEqual(draw('queue', { runs }), ['  living | 52 % fresh', '  young | 52 % fresh']);
    assert.deepEqual(draw('checkpoints', { runs }), ['  living | step 300', '  done | step 1000']);
  });

  it('shows machines with their cards, and why one is not connected', () => {
    const machines = [here, makeMachine(connected), makeMachine(offlineSince(at))];
    const drawn = draw('machines', { machines });
    assert.equal(drawn[0], '  This computer | connected');
    assert.match(drawn[1] ?? '', /^ {2}a100-box \| \d of \d GPUs busy$/);
    assert.match(drawn[2] ?? '', /^ {4}GPU 0 \| \d+ of \d+ GiB · .*A100/);
    assert.ok(drawn.some((line) => /^ {4}Disk \| .* free of /.test(line)));
    assert.ok(drawn.some((line) => line.startsWith('  a100-box | offline · retry ')));
    assert.ok(drawn.some((line) => line.startsWith('    Not connected | ')));
  });

  it('says why training could not be read', () => {
    const run = makeRunListing({ state: 'running', steps: 312, now: at });
    assert.deepEqual(draw('runs', { runs: [run], problem: 'The runtime ended.' }), [
      '  Could not be read | The runtime ended.',
    ]);
  });

  it('says times, sizes and cards in few words', () => {
    assert.deepEqual(
      [40, 89, 90, 5400, 86_400, 3 * 86_400].map((seconds) => leftWords(seconds)),
      ['40 s', '89 s', '2 min', '2 h', '24 h', '3 days'],
    );
    assert.deepEqual([leftWords(null), agoWords(null, now)], ['', 'never']);
    assert.equal(agoWords('2026-03-01T13:00:00.000Z', now), '0 s', 'a clock that is ahead');
    assert.deepEqual(
      [512, 15 * 2 ** 20, 107 * 2 ** 30, 1.5 * 2 ** 40, 9000 * 2 ** 40].map(gibWords),
      ['0.5 KiB', '15 MiB', '107 GiB', '1.5 TiB', '9000 TiB'],
    );
    assert.deepEqual(
      [[0, 1, 2, 3], [5], [3, 0, 1], []].map((cards) => cardWords(cards)),
      ['0–3', '5', '0–1, 3', ''],
    );
  });
});
