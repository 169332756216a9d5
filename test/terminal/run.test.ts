import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RunEvent } from '../../runtime/contract/events.ts';
import { TrajectoryReader } from '../../runtime/store/trajectoryReader.ts';
import { CliProcess } from '../fakes/cliProcess.ts';
import { countingReplies, recording, reply, visitsCsv } from '../fakes/recordings.ts';
import { makeLabel } from '../fakes/labelRecords.ts';
import { skipBecause } from '../fakes/skip.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

describe('tool-r1 run', () => {
  const inFolder = temporaryFolder();
  const run = (...args: string[]) => new CliProcess(['run', ...args], inFolder());

  async function prepare(replies: readonly string[], pauseMilliseconds = 0): Promise<string[]> {
    await writeFile(inFolder('visits.csv'), visitsCsv);
    await writeFile(inFolder('replies.json'), recording(replies, pauseMilliseconds));
    const out = ['--out', 'run.trajectories.jsonl'];
    return ['How many visits?', '--file', 'visits.csv', '--model', 'replay:replies.json', ...out];
  }

  it('answers, shows the reward with its arithmetic, and keeps the trajectory', async () => {
    const args = await prepare(countingReplies);
    const { code, out, err } = await run(...args, '--reference', '3').ended;
    assert.equal(code, 0, err);
    assert.match(out, /Step 1\n {2}I read the file\.\n\n {4}1 {2}import csv\n/);
    assert.match(out, /│ .*3\n/);
    assert.match(out, /Answer {6}3\n/);
    assert.match(out, /Reward {6}R = 1\.00 \+ 0\.3 x 1\.00 \+ 0\.3 x 1\.00 = 1\.60\n/);
    assert.match(out, /tool-r1 show run\.trajectories\.jsonl\n/);
    const reader = await TrajectoryReader.open(inFolder('run.trajectories.jsonl'));
    assert.deepEqual(reader.problems, []);
    const [summary] = reader.summaries;
    assert.deepEqual([summary?.steps, summary?.finalAnswer, summary?.totalReward], [2, '3', 1.6]);
  });

  it('takes the label of people where there is one, and says so', async () => {
    const args = await prepare(countingReplies);
    const asked = { question: 'How many visits?', referenceAnswer: '3', finalAnswer: '3' };
    await mkdir(inFolder('.tool-r1'));
    const label = makeLabel({ ...asked, level: 'Partially Correct' });
    await writeFile(inFolder('.tool-r1', 'labels.jsonl'), `torn\n${JSON.stringify(label)}\n`);
    const { code, out, err } = await run(...args, '--reference', '3').ended;
    assert.equal(code, 0, err);
    assert.match(out, /Reward {6}R = 0\.50 \+ 0\.3 x 1\.00 \+ 0\.3 x 1\.00 = 1\.10\n/);
    assert.match(out, /answer: Partially Correct: labelled by Ann/);
    const text = await readFile(inFolder('run.trajectories.jsonl'), 'utf8');
    assert.match(text, /"kind":"reward-assigned".*"source":"labels"/);
  });

  it('shows the same again, and replays to the same observations', async () => {
    const args = await prepare(countingReplies);
    const live = await run(...args, '--reference', '3').ended;
    const shown = await new CliProcess(['show', 'run.trajectories.jsonl'], inFolder()).ended;
    const body = (text: string) => text.slice(text.indexOf('Step 1'), text.indexOf('Ended'));
    assert.equal(shown.code, 0, shown.err);
    assert.equal(body(shown.out), body(live.out));
    const replayed = await new CliProcess(['replay', 'run.trajectories.jsonl'], inFolder()).ended;
    assert.equal(replayed.code, 0, replayed.out + replayed.err);
    assert.match(replayed.out, /^same {7}Step 1 {2}executed\nsame {7}Step 2 {2}final-answer\n/);
  });

  it('sees in a replay that a file changed', async () => {
    await run(...(await prepare(countingReplies))).ended;
    await writeFile(inFolder('visits.csv'), `${visitsCsv}thu,5\n`);
    const { code, out } = await new CliProcess(['replay', 'run.trajectories.jsonl'], inFolder())
      .ended;
    assert.equal(code, 1);
    assert.match(
      out,
      /different {2}Step 1 {2}another observation\n {2}recorded.*3\n {2}replayed.*4/,
    );
  });

  it('prints one event a line with --json', async () => {
    const args = await prepare(countingReplies);
    const { code, out } = await run(...args, '--reference', '4', '--json').ended;
    assert.equal(code, 0);
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => RunEvent.parse(JSON.parse(line)));
    const types = events.map((event) => event.type);
    assert.ok(types.includes('text-sampled') && types.includes('step-ended'));
    const last = events.at(-1);
    assert.ok(last?.type === 'rollout-ended');
    assert.deepEqual([last.finalAnswer, last.stopReason], ['3', 'final-answer']);
    assert.ok(Math.abs((last.reward?.total ?? 0) - 0.6) < 1e-9);
  });

  it('ends with 3 when the steps are used up, and has no answer', async () => {
    const looking = reply('I look again.', 'print(1)');
    const args = await prepare([looking, looking, looking]);
    const { code, out } = await run(...args, '--max-steps', '2').ended;
    assert.equal(code, 3);
    assert.match(out, /Ended {7}at the step limit, without a final answer/);
    assert.doesNotMatch(out, /^Answer/m);
  });

  it('ends with 4 when the model breaks, and names what broke', async () => {
    const args = await prepare([reply('I look.', 'print(1)')]);
    const { code, out } = await run(...args).ended;
    assert.equal(code, 4);
    assert.match(out, /Failure {5}.*holds one reply, and step 2 needs another/);
  });

  it('ends with 2 when the model is named wrongly, with one sentence', async () => {
    const { code, out, err } = await run('How many?', '--model', 'replay:no.json').ended;
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /^tool-r1: There is no recording .*no\.json\./);
  });

  /** Resolves once Python is in a loop without an end: what it did before shows on this side. */
  async function startEndless(): Promise<CliProcess> {
    const code = "y = 2\ninspect_file_as_text('visits.csv')\nwhile True: pass";
    const running = run(...(await prepare([reply('I wait.', code)])), '--json');
    await running.printed('"tool-answered"');
    return running;
  }

  it('stops after Ctrl+C, long before the step would, and keeps the trajectory', async () => {
    const running = await startEndless();
    const stopped = performance.now();
    running.child.kill('SIGINT');
    const { code, err, out } = await running.ended;
    const milliseconds = performance.now() - stopped;
    assert.equal(code, 130, out + err);
    assert.match(err, /Stopping; what was done is kept/);
    // A second is promised; the rest is for a machine that runs other tests. The step itself may take 30 s.
    assert.ok(milliseconds < 4_000, `it took ${milliseconds} ms`);
    const reader = await TrajectoryReader.open(inFolder('run.trajectories.jsonl'));
    assert.equal(reader.summaries[0]?.stopReason, 'cancelled');
    const { trajectory } = await reader.load(reader.summaries[0].id);
    assert.match(trajectory.steps[0]?.code ?? '', /while True/);
  });

  it('takes Ctrl+C of a terminal, which reaches every process of the group', async function () {
    if (process.platform === 'win32') skipBecause(this, 'Windows has no process groups');
    const running = await startEndless();
    running.interruptGroup();
    assert.equal((await running.ended).code, 130);
    const reader = await TrajectoryReader.open(inFolder('run.trajectories.jsonl'));
    const { trajectory } = await reader.load(reader.summaries[0]?.id ?? '');
    const step = trajectory.steps[0];
    assert.equal(step?.observation.recovery, 'interrupted');
    assert.deepEqual(
      step.variables.map((variable) => variable.name),
      ['y'],
    );
  });

  it('stops in the middle of a reply, too', async () => {
    const long = reply('I think about it '.repeat(500), 'print(1)');
    const running = run(...(await prepare([long], 20)));
    await running.printed('I think about it');
    running.child.kill('SIGINT');
    assert.equal((await running.ended).code, 130);
  });

  it('ends at once on a second Ctrl+C and leaves no process behind', async function () {
    if (process.platform !== 'linux') skipBecause(this, 'children are listed in /proc');
    const running = run(...(await prepare([reply('I wait.', 'while True: pass')])));
    await running.printed('while True: pass');
    const children = await childrenOf(running.child.pid ?? 0);
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    assert.equal((await running.ended).code, 130);
    await waitUntilGone(children);
  });

  it('ends quietly when its reader goes away', async () => {
    const running = run(...(await prepare(countingReplies, 5)), '--json');
    await running.printed('rollout-started');
    running.child.stdout?.destroy();
    const { err } = await running.ended;
    assert.doesNotMatch(err, /EPIPE|Error/);
  });

  it('says what to do when the trajectory cannot be written', async () => {
    const args = await prepare(countingReplies);
    await writeFile(inFolder('taken'), '');
    const { code, err } = await run(...args.slice(0, -1), 'taken/x.jsonl').ended;
    assert.equal(code, 6);
    assert.match(err, /something else has its name or that of its folder/);
  });

  it('writes nothing but the trajectory into the folder of the files', async () => {
    await run(...(await prepare(countingReplies))).ended;
    const { readdir } = await import('node:fs/promises');
    assert.deepEqual((await readdir(inFolder())).sort(), [
      'replies.json',
      'run.trajectories.jsonl',
      'visits.csv',
    ]);
  });
});

async function childrenOf(pid: number): Promise<number[]> {
  const file = path.join('/proc', String(pid), 'task', String(pid), 'children');
  const direct = (await readFile(file, 'utf8')).trim().split(' ').filter(Boolean).map(Number);
  const deeper = await Promise.all(direct.map(childrenOf));
  return [...direct, ...deeper.flat()];
}

async function waitUntilGone(pids: readonly number[]): Promise<void> {
  assert.ok(pids.length > 0, 'the run has no child process');
  for (const pid of pids) {
    const until = performance.now() + 20_000;
    while (isAlive(pid)) {
      assert.ok(performance.now() < until, `process ${pid} is still there`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
