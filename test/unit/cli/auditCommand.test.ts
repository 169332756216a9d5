import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import type { GroupRecord } from '../../../runtime/contract/training/runFolder.ts';
import { ComputeAudit } from '../../../runtime/contract/training/audit.ts';
import { at, makeTask } from '../../fakes/records.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';
import { makeGroupRecord, makeJob, smallRecipe } from '../../fakes/trainingRecords.ts';

const lines = (records: readonly object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const mixed = {
  step: 0,
  epoch: 1,
  taskId: 'a',
  rewards: [0, 1, 1, 1],
  selectedRewards: [0, 1],
  staleness: [0, 0, 0, 0],
  nFresh: 4,
};
const right: Partial<GroupRecord> = {
  step: 0,
  epoch: 1,
  taskId: 'b',
  outcome: 'all-correct',
  rewards: [1, 1],
  selectedRewards: [],
  trained: false,
  skipped: 'zero-variance',
};
const groups = [
  makeGroupRecord(mixed),
  makeGroupRecord(right),
  makeGroupRecord({ ...mixed, step: 1, epoch: 2 }),
  makeGroupRecord({ ...right, step: 1, epoch: 2, why: 'probe' }),
];
const metrics = [0, 1].map((step) => ({
  version: 1,
  step,
  at,
  metrics: { 'seconds/rollout': 30, 'seconds/update': 10, 'seconds/step': 45 },
}));

describe('tool-r1 audit', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    await folder.write('run/run.json', JSON.stringify(makeJob({ runId: 'run-7' })));
    await folder.write('run/tasks.jsonl', lines(['a', 'b', 'c'].map((id) => makeTask({ id }))));
    await folder.write('run/groups.jsonl', lines(groups));
    await folder.write('run/metrics.jsonl', lines(metrics));
  });
  afterEach(() => folder.remove());

  const session = (options: Partial<SessionOptions> = {}) =>
    new TerminalSession({ cwd: folder.path, ...options });

  async function audit(): Promise<ComputeAudit> {
    const call = session();
    assert.equal(await call.call('audit', 'run', '--json'), 0);
    return ComputeAudit.parse(JSON.parse(call.out.text));
  }

  it('shows what the run spent its computing on', async () => {
    const call = session();
    assert.equal(await call.call('audit', 'run'), 0);
    const expected = [
      /^run-7 {2}tool-r1 {2}tiny\n2 train steps, 4 groups of 3 tasks\n/,
      /^epoch +groups +mixed +all right +all wrong/m,
      /^1 +2 +1 \(50\.0 %\) +1 \(50\.0 %\) +0 +0 +0 +0 +2 \(66\.7 %\)$/m,
      /^2 +2 +1 \(50\.0 %\) +1 \(50\.0 %\) +0 +0 +1 +0 +1 \(33\.3 %\)$/m,
      /^all right +1 \(100\.0 %\) +0 +0 +0$/m,
      /^1 +1 +1 +100\.0 % +20\.7 % to 100\.0 %$/m,
      /^1 probe of skipped tasks, 0 failed \(0\.0 %\)\.$/m,
      /^updated on +2 \(50\.0 %\)\noutside of the window +0\nwithout variance +2 \(50\.0 %\)/m,
      /^selected +4 +0\.500 +0\.577 +50\.0 % +50\.0 %\nnot selected +4 +1\.000 +0\.000 +100\.0 % +0\.0 %$/m,
      /^generated +40\nin groups not updated on +20 \(50\.0 %\)\nupdated on +48$/m,
      /^rollout +1 min 0 s +66\.7 %\nupdate +20\.0 s +22\.2 %\ntrain steps +1 min 30 s$/m,
    ];
    for (const pattern of expected) assert.match(call.out.text, pattern);
    assert.equal(call.err.text, '');
  });

  it('leaves out the comparison where nothing was selected from', async () => {
    await folder.write('run/groups.jsonl', lines(groups.filter(({ trained }) => !trained)));
    const call = session();
    await call.call('audit', 'run');
    assert.doesNotMatch(call.out.text, /^selected/m);
  });

  it('leaves out the time of a run whose trainer has written nothing yet', async () => {
    await folder.write('run/metrics.jsonl', '');
    const call = session();
    await call.call('audit', 'run');
    assert.doesNotMatch(call.out.text, /^Time/m);
    assert.match(call.out.text, /^0 train steps, 4 groups/m);
  });

  it('finds a run by its name', async () => {
    await folder.write('.tool-r1/runs/run-8/run.json', JSON.stringify(makeJob({ runId: 'run-8' })));
    await folder.write('.tool-r1/runs/run-8/groups.jsonl', lines(groups));
    const call = session();
    assert.equal(await call.call('audit', 'run-8'), 0);
    assert.match(call.out.text, /^run-8 .*\n0 train steps, 4 groups\n/);
  });

  it('takes the rule of the run’s own streak filter', async () => {
    const streakFilter = {
      enabled: true,
      allCorrectEpochs: 4,
      probePeriodEpochs: 2,
      probeShare: 0.5,
    };
    const job = makeJob({ recipe: smallRecipe({ streakFilter }) });
    await folder.write('run/run.json', JSON.stringify(job));
    assert.deepEqual(
      (await audit()).rules.map(({ streak }) => streak),
      [1, 2, 4],
    );
  });

  it('counts a train step that was done again once', async () => {
    const before = await audit();
    await appendFile(`${folder.path}/run/groups.jsonl`, lines(groups.slice(2)));
    await appendFile(`${folder.path}/run/metrics.jsonl`, lines(metrics.slice(1)));
    assert.deepEqual(await audit(), before);
  });

  it('reads a run that is being written', async () => {
    const before = await audit();
    await appendFile(`${folder.path}/run/groups.jsonl`, '{"version":1,"step":2,"ep');
    const call = session();
    assert.equal(await call.call('audit', 'run', '--json'), 0);
    assert.deepEqual([JSON.parse(call.out.text), call.err.text], [before, '']);
  });

  it('names lines that cannot be read, and goes on', async () => {
    await folder.write('run/metrics.jsonl', `${lines(metrics)}{"step":1}\n`);
    const call = session();
    assert.equal(await call.call('audit', 'run'), 0);
    assert.match(call.err.text, /metrics\.jsonl, line 3: version: /);
    assert.match(call.out.text, /^2 train steps/m);
  });

  const wrong: readonly (readonly [
    what: string,
    prepare: () => Promise<unknown>,
    run: string,
    message: RegExp,
  ])[] = [
    [
      'a run that is not there',
      () => Promise.resolve(),
      'nowhere',
      /There is no run nowhere: neither .* nor .* is a folder/,
    ],
    [
      'a folder that holds none',
      () => folder.write('empty/x', ''),
      'empty',
      /holds no training run/,
    ],
    [
      'a run without groups',
      () => folder.write('run/groups.jsonl', ''),
      'run',
      /has no groups yet\. Call it again after/,
    ],
    [
      'a run file that is none',
      () => folder.write('run/run.json', '{}'),
      'run',
      /run\.json is not a training run/,
    ],
  ];
  for (const [what, prepare, run, message] of wrong) {
    it(`refuses ${what}`, async () => {
      await prepare();
      const call = session();
      assert.equal(await call.call('audit', run), 2);
      assert.match(call.err.text, message);
      assert.equal(call.out.text, '');
    });
  }
});
