import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import type { Batch } from '../../runtime/contract/training/rolloutServer.ts';
import type { Trajectory } from '../../runtime/contract/trajectory.ts';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { TrajectoryReader } from '../../runtime/store/trajectoryReader.ts';
import {
  chat,
  startOpenAiServer,
  type FakeOpenAiServer,
  type RecordedRequest,
  type StreamAnswer,
} from '../fakes/openAiServer.ts';
import { RolloutsProcess, writeRun } from '../fakes/rolloutsProcess.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { FakeTokenServer } from '../fakes/tokenServer.ts';
import { until } from '../fakes/until.ts';

const route = 'POST /v1/chat/completions';
const tasks = ['a', 'b'].map((id) => ({
  id,
  question: `What is ${id}?`,
  referenceAnswer: 'seven',
}));

/** What the policy answers, in turn by its seed, and what the judge makes of it: total reward, or null for none. */
const totals: Readonly<Record<string, number | null>> = {
  seven: 1.6,
  'about seven': 1.1,
  eight: 0.6,
  'a riddle': null,
};
const answers = Object.keys(totals);

function verdictOn(answer: string): string {
  if (answer === 'a riddle') return 'That I cannot say.';
  const level = { seven: 'Correct', 'about seven': 'Partially Correct' }[answer] ?? 'Wrong';
  return `Accuracy: 3\nCompleteness: 3\nRelevance: 3\nPrecision: 3\nReason: I compared.\nVerdict: ${level}`;
}

/** The language model that judges: it reads the answer out of its prompt, as the real ones do. */
function judge({ body }: RecordedRequest): StreamAnswer {
  const asked = JSON.stringify(body['messages']);
  const answer = /ANSWER.*?\| ([a-z ]+)/.exec(asked)?.[1] ?? '';
  return chat(verdictOn(answer));
}

/** A port that nobody listens at, for a judge that comes later. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('tool-r1 rollouts with a language model as judge', function () {
  this.timeout(120_000);
  const inFolder = temporaryFolder();
  let tokens: FakeTokenServer;
  const opened: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    const speak = ({ seed }: { readonly seed: number }) =>
      `Thought: I say.\nCode:\n\`\`\`py\nfinal_answer("${answers[seed % answers.length]}")\n\`\`\`<end_code>`;
    tokens = await FakeTokenServer.start({ speak, contextTokens: 100_000 });
    opened.push(tokens);
  });
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  async function openJudge(answer: typeof judge, port = 0): Promise<FakeOpenAiServer> {
    const server = await startOpenAiServer({ [route]: [answer] }, port);
    opened.push(server);
    return server;
  }

  async function serve(judgeUrl: string): Promise<RolloutsProcess> {
    const recipe = await readRecipe('tool-r1', inFolder(), [
      ...['queue.groupSize=8', 'queue.freshPerVisit=8', 'groupsPerStep=2'],
      ...['downSampling.enabled=true', 'downSampling.keep=4', 'queue.resample=false'],
      ...['judge=llm', `judgeModel=grader@${judgeUrl}`],
    ]);
    await mkdir(inFolder('run'));
    await writeRun(inFolder('run'), tasks, { recipe });
    const server = await RolloutsProcess.start(inFolder('run'), tokens.baseUrl);
    opened.push({ close: () => server.kill() });
    await server.restore(0, null);
    return server;
  }

  async function trajectories(): Promise<readonly Trajectory[]> {
    const file = inFolder('run', 'rollouts', '0.trajectories.jsonl');
    const reader = await TrajectoryReader.open(file);
    const loaded = await Promise.all(reader.summaries.map(({ id }) => reader.load(id)));
    return loaded.map(({ trajectory }) => trajectory);
  }

  /** Total rewards of everything that was sampled, by answer. */
  async function graded(): Promise<readonly (readonly [string, number | null])[]> {
    return (await trajectories()).map(({ ended, reward }) => [
      String(ended?.finalAnswer),
      reward?.total ?? null,
    ]);
  }

  it('rewards by the verdicts, and leaves an unreadable one out of its group', async () => {
    const grader = await openJudge(judge);
    const server = await serve(grader.baseUrl);
    const { groups, counters } = await server.batch(0);
    const rewards = await graded();
    assert.equal(rewards.length, 16);
    assert.deepEqual(new Set(rewards.map(([answer]) => answer)), new Set(answers));
    for (const [answer, total] of rewards) assert.equal(total, totals[answer], answer);

    const riddles = rewards.filter(([, total]) => total === null).length;
    assert.equal(counters.unscored, riddles);
    assert.equal(counters.statuses.ok, 16);
    // Asked once for each answer, and once more where the verdict could not be read.
    assert.equal(grader.bodies(route).length, 16 + riddles);
    await assertWithoutRiddles(groups);
  });

  /** Means, pass rates and rows are those of the members that have a reward. */
  async function assertWithoutRiddles(groups: Batch['groups']): Promise<void> {
    const all = await trajectories();
    assert.equal(groups.length, 2);
    for (const { taskId, mean, passRate, trajectories: rows } of groups) {
      const scored = all.flatMap(({ started, reward }) =>
        started.task.id === taskId && typeof reward?.total === 'number' ? [reward.total] : [],
      );
      assert.ok(Math.abs(mean - scored.reduce((sum, one) => sum + one, 0) / scored.length) < 1e-9);
      assert.equal(passRate, scored.filter((total) => total === 1.6).length / scored.length);
      assert.equal(rows.length, 4);
      for (const { reward } of rows) assert.ok([1.6, 1.1, 0.6].includes(reward.total));
    }
  }

  it('waits for a judge that is down for a while, and loses no rollout by it', async () => {
    const port = await freePort();
    const server = await serve(`http://127.0.0.1:${port}/v1`);
    await server.begin(0);
    await until(() => tokens.completions.length >= 4, 30_000);
    assert.equal((await server.poll(0, 1)).status, 202);
    await openJudge(judge, port);
    const { groups, counters } = await server.whole(0);
    for (const [answer, total] of await graded()) assert.equal(total, totals[answer], answer);
    assert.equal(counters.statuses.ok, 16);
    assert.equal(tokens.completions.length, 16);
    await assertWithoutRiddles(groups);
  });

  it('ends the batch when nothing can be scored, and says what to mend', async () => {
    const grader = await openJudge(() => chat('I would rather not.'));
    const server = await serve(grader.baseUrl);
    await server.begin(0);
    const { status, body } = await server.poll(0, 60);
    assert.equal(status, 502);
    assert.match(
      JSON.stringify(body),
      /None of 16 rollouts could be scored; the first because the reply could not be read twice: .* Mend the judge/,
    );
  });
});
