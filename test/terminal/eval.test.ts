// An evaluation as a person starts it, on real rollouts in the real sandbox, also killed in the middle.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  Evaluation,
  EvaluationReport,
  EvaluationResult,
} from '../../runtime/contract/evaluation.ts';
import { CliProcess } from '../fakes/cliProcess.ts';
import {
  chat,
  type FakeOpenAiServer,
  type RecordedRequest,
  startOpenAiServer,
  type StreamAnswer,
} from '../fakes/openAiServer.ts';
import { countingReplies, visitsCsv } from '../fakes/recordings.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

describe('tool-r1 eval', () => {
  const inFolder = temporaryFolder();
  let model: FakeOpenAiServer;
  /** Replies that the model gives before it falls silent; a rollout takes two. */
  let patience = Infinity;

  /** A copy of GAIA in small, of which the model solves one task: it answers 3 whatever is asked. */
  beforeEach(async () => {
    const split = inFolder('gaia', '2023', 'validation');
    await mkdir(split, { recursive: true });
    await writeFile(path.join(split, 'visits.csv'), visitsCsv);
    const rows = [
      ['right', 1, '3'],
      ['wrong', 3, '4'],
    ].map(([id, level, answer]) => ({
      ...{ task_id: id, Question: 'How many visits?', Level: level, file_name: 'visits.csv' },
      ...{ 'Final answer': answer },
    }));
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await writeFile(path.join(split, 'metadata.jsonl'), lines);
    patience = Infinity;
    model = await startOpenAiServer({ 'POST /v1/chat/completions': [speak] });
  });

  afterEach(() => model.close());

  function speak({ body }: RecordedRequest): StreamAnswer {
    const isSecond = JSON.stringify(body['messages']).includes('"role":"assistant"');
    if ((patience -= 1) < 0) return { events: [], then: 'hang' };
    return chat(countingReplies[isSecond ? 1 : 0] ?? '');
  }

  function evaluate(...args: string[]): CliProcess {
    const named = `counting@${model.baseUrl}`;
    return new CliProcess(['eval', 'gaia', '--model', named, ...args], inFolder());
  }

  const evaluations = () => inFolder('.tool-r1', 'evaluations');

  async function resultLines(): Promise<string[]> {
    const [name = ''] = await readdir(evaluations()).catch(() => []);
    const file = path.join(evaluations(), name, 'results.jsonl');
    return (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
  }

  async function untilThere(wanted: number): Promise<void> {
    while ((await resultLines()).length < wanted) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('evaluates a copy of GAIA by levels, and goes on after kill -9 with nothing lost', async () => {
    patience = 6;
    const killed = evaluate();
    await untilThere(3);
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).signal, 'SIGKILL');
    const before = await resultLines();
    assert.equal(before.length, 3);

    patience = Infinity;
    const { code, out, err } = await evaluate('--concurrency', '2').ended;
    assert.equal(code, 0, err);
    assert.match(out, /on gaia\n2 tasks, 3 seeds, recipe tool-r1, graded by rule\n/);
    assert.match(out, /^passed +50\.0 % .*3 of 6 rollouts, 2 tasks$/m);
    assert.match(out, /^ {2}level 1 +100\.0 % /m);
    assert.match(out, /^ {2}level 3 +0\.0 % /m);
    const after = await resultLines();
    assert.deepEqual([after.length, after.slice(0, 3)], [6, before]);
    const results = after.map((line) => EvaluationResult.parse(JSON.parse(line)));
    assert.ok(results.every(({ steps, executedSteps }) => steps === 2 && executedSteps === 2));

    const again = await evaluate('--json').ended;
    assert.equal(EvaluationReport.parse(JSON.parse(again.out)).done, 6);
    await agreesWithTrajectories(results);
  });

  /** The record of the protocol and the trajectories say the same as the lines. */
  async function agreesWithTrajectories(results: readonly EvaluationResult[]): Promise<void> {
    const [name = ''] = await readdir(evaluations());
    const folder = path.join(evaluations(), name);
    const text = await readFile(path.join(folder, 'evaluation.json'), 'utf8');
    const { protocol } = Evaluation.parse(JSON.parse(text));
    assert.deepEqual(
      [protocol.benchmark, protocol.data.split, protocol.data.attachments],
      ['gaia', 'validation', 1],
    );
    assert.ok(protocol.tools.names.includes('final_answer'));
    const trajectories = path.join(folder, 'evaluation.trajectories.jsonl');
    const shown = new CliProcess(['show', trajectories, '--json'], inFolder());
    const { out } = await shown.ended;
    for (const { trajectoryId } of results) assert.ok(out.includes(trajectoryId), trajectoryId);
    const lines = (await readFile(trajectories, 'utf8')).split('\n');
    const [started = ''] = lines.filter((line) => line.includes('"trajectory-started"'));
    assert.ok(started.includes('How many visits?'));
    const { prompt } = JSON.parse(started) as { readonly prompt: { readonly system: string } };
    assert.equal(protocol.prompt.characters, prompt.system.length);
  }

  it('stops at Ctrl+C, says so, and keeps what was done', async () => {
    patience = 2;
    const run = evaluate();
    await untilThere(1);
    run.interruptGroup();
    const { code, err } = await run.ended;
    assert.equal(code, 130);
    assert.match(err, /1 of 6 rollouts are kept in .*The same command goes on\./);
    assert.equal((await resultLines()).length, 1);
  });
});
