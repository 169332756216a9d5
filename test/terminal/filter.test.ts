// The difficulty filter as a person starts it, on real rollouts in the real sandbox, also killed in the middle.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { Task } from '../../runtime/contract/task.ts';
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

describe('tool-r1 filter', () => {
  const inFolder = temporaryFolder();
  let model: FakeOpenAiServer;
  /** Replies that the model gives before it falls silent; a sample takes two. */
  let patience = Infinity;

  /** The model answers 3 whatever is asked. */
  const answers = { right: '3', wrong: '4' };

  beforeEach(async () => {
    await writeFile(inFolder('visits.csv'), visitsCsv);
    patience = Infinity;
    model = await startOpenAiServer({ 'POST /v1/chat/completions': [speak] });
    const tasks = Object.entries(answers).map(([id, referenceAnswer]) => ({
      version: 1,
      id,
      question: 'How many visits?',
      files: ['visits.csv'],
      referenceAnswer,
    }));
    await writeFile(
      inFolder('tasks.jsonl'),
      tasks.map((task) => `${JSON.stringify(task)}\n`).join(''),
    );
  });

  afterEach(() => model.close());

  function speak({ body }: RecordedRequest): StreamAnswer {
    const isSecond = JSON.stringify(body['messages']).includes('"role":"assistant"');
    if ((patience -= 1) < 0) return { events: [], then: 'hang' };
    return chat(countingReplies[isSecond ? 1 : 0] ?? '');
  }

  function filter(...args: string[]): CliProcess {
    const named = `counting@${model.baseUrl}`;
    const asked = ['filter', 'tasks.jsonl', '--model', named, '--samples', '4', ...args];
    return new CliProcess(asked, inFolder());
  }

  const sampleLines = async () => {
    const text = await readFile(inFolder('tasks.samples.jsonl'), 'utf8').catch(() => '');
    return text.split('\n').slice(0, -1);
  };

  async function untilSampled(wanted: number): Promise<void> {
    while ((await sampleLines()).length < wanted) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('measures what a model solves, and goes on after kill -9 with nothing lost', async () => {
    patience = 6;
    const killed = filter();
    await untilSampled(3);
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).signal, 'SIGKILL');
    const before = await sampleLines();
    assert.equal(before.length, 3);

    patience = Infinity;
    const { code, out, err } = await filter('--concurrency', '2', '--out', 'kept.jsonl').ended;
    assert.equal(code, 0, err);
    assert.match(
      out,
      /^tasks +2\nkept +0 +0\.0 % .*\ntoo easy +1 +50\.0 % .*\ntoo hard +1 +50\.0 %/,
    );
    const after = await sampleLines();
    assert.equal(after.length, 8);
    assert.deepEqual(after.slice(0, before.length), before);
    const tasks = (await readFile(inFolder('tasks.jsonl'), 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      tasks
        .map((line) => Task.parse(JSON.parse(line)))
        .map(({ id, passRate }) => [id, passRate?.passed, passRate?.samples]),
      [
        ['right', 4, 4],
        ['wrong', 0, 4],
      ],
    );
    assert.equal(await readFile(inFolder('kept.jsonl'), 'utf8'), '');
  });

  it('stops at Ctrl+C and says so', async () => {
    patience = 2;
    const run = filter();
    await untilSampled(1);
    run.interruptGroup();
    const { code, err } = await run.ended;
    assert.equal(code, 130);
    assert.match(err, /Stopping; what was done is kept/);
    assert.ok((await sampleLines()).length >= 1);
    assert.doesNotMatch(await readFile(inFolder('tasks.jsonl'), 'utf8'), /passRate/);
  });
});
