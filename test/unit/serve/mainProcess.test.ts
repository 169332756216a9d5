// The process for the extension as it is built: going on from trajectories, stopping, ending with its parent.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { chat, delta, startOpenAiServer, type FakeOpenAiServer } from '../../fakes/openAiServer.ts';
import { MainProcess } from '../../fakes/mainProcess.ts';
import { action } from '../../fakes/scriptedPolicy.ts';
import { skipBecause } from '../../fakes/skip.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { until } from '../../fakes/until.ts';
import { canSeeProcesses, descendants } from '../../security/processes.ts';

const rows = 'rows = [{"n": i, "square": i * i} for i in range(50)]\nprint(len(rows))';

describe('the process for the extension', function () {
  this.timeout(120_000);
  const inFolder = temporaryFolder();
  let main: MainProcess;
  let server: FakeOpenAiServer | null = null;
  before(() => {
    main = new MainProcess().listen();
  });
  after(() => main.close());
  afterEach(async () => {
    await server?.close();
    server = null;
  });

  async function replay(...replies: string[]): Promise<string> {
    const file = inFolder('replies.json');
    await writeFile(file, JSON.stringify({ replies }));
    return `replay:${file}`;
  }

  async function run(model: string, files: readonly string[] = []) {
    const question = { question: 'First?', files: [...files], workspace: inFolder(), model };
    const { trajectoryId, file } = await main.run('run-agent', question);
    return { from: { trajectoryId, file }, workspace: inFolder(), model };
  }

  const kinds = (id: string) => main.eventsOf(id).map(({ type }) => type);

  it('asks further in the namespace that was kept, and retries in a fresh one', async () => {
    const model = await replay(
      action(rows),
      action('final_answer(sum(r["n"] for r in rows))'),
      action('final_answer(rows[-1]["square"])'),
    );
    const first = await run(model);
    const further = await main.run('ask-follow-up', { ...first, question: 'Second?' });
    assert.equal((await main.ended(further.trajectoryId)).finalAnswer, '2401');
    assert.ok(!kinds(further.trajectoryId).includes('progress-reported'));
    assert.equal(further.file, first.from.file);

    const edited = 'rows = rows[:3]\nfinal_answer(len(rows))';
    const retried = await main.run('retry-step', { ...first, step: 2, code: edited });
    assert.equal((await main.ended(retried.trajectoryId)).finalAnswer, '3');
    assert.ok(kinds(retried.trajectoryId).includes('progress-reported'));

    // The namespace went on with the first further question, so another one runs the code again.
    const other = await main.run('ask-follow-up', { ...first, question: 'Third?' });
    assert.equal((await main.ended(other.trajectoryId)).finalAnswer, '2401');
    assert.ok(kinds(other.trajectoryId).includes('progress-reported'));
  });

  it('shows values as tables, from the kept namespace and from one that is built again', async () => {
    const model = await replay(action(rows), action('rows = [[1, 2]]\nfinal_answer(1)'));
    const { from } = await run(model);
    const wish = { from, name: 'rows', offset: 0, limit: 2 };
    const last = await main.request('read-table', { ...wish, step: 2 });
    assert.deepEqual([last.rows, last.rebuilt], [[[1, 2]], false]);
    const before = await main.request('read-table', { ...wish, step: 1, offset: 48, limit: 10 });
    assert.deepEqual(
      [before.rows, before.rebuilt, before.totalRows],
      [
        [
          [48, 2304],
          [49, 2401],
        ],
        true,
        50,
      ],
    );
    await assert.rejects(main.request('read-table', { ...wish, step: 1, name: 'gone' }), {
      message: 'gone is not a variable of the namespace.',
    });
  });

  it('refuses to go on from a rollout that still runs', async () => {
    const model = await replay(action('while True: pass'));
    const { trajectoryId, file } = await main.request('run-agent', {
      question: 'x',
      files: [],
      workspace: inFolder(),
      model,
    });
    await until(() => kinds(trajectoryId).includes('reply-parsed'));
    const from = { trajectoryId, file };
    const ask = { from, question: 'y', workspace: inFolder(), model };
    await assert.rejects(main.request('ask-follow-up', ask), { message: /still runs/ });
    await main.request('stop-rollout', { trajectoryId });
    const { trajectoryId: next } = await main.request('ask-follow-up', ask);
    await main.ended(next);
    assert.equal(
      main.eventsOf(next).filter((event) => event.type === 'step-ended')[0]?.step.reply.origin,
      'parent',
    );
  });

  describe('stops within a second', function () {
    // The machine may be busy with other tests.
    this.retries(2);
    /** Asks for a stop when `isThere` and gives how long the end took. */
    async function stopWhen(id: string, isThere: () => boolean): Promise<number> {
      await until(isThere, 20_000);
      await delay(150);
      const started = performance.now();
      assert.deepEqual(await main.request('stop-rollout', { trajectoryId: id }), { stopped: true });
      assert.equal((await main.ended(id)).stopReason, 'cancelled');
      return performance.now() - started;
    }

    const start = (model: string, files: string[] = []) =>
      main.request('run-agent', { question: 'x', files, workspace: inFolder(), model });

    const loops: [string, string][] = [
      ['a busy loop', 'while True: pass'],
      ['a loop in C', 'sum(range(10 ** 12))'],
      [
        'a loop that catches everything',
        'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
      ],
      ['a sleep', 'import time\ntime.sleep(1000)'],
    ];
    for (const [name, code] of loops) {
      it(`in ${name}, and the Python with it`, async () => {
        const { trajectoryId } = await start(await replay(action(code)));
        const isThere = () => kinds(trajectoryId).includes('reply-parsed');
        const milliseconds = await stopWhen(trajectoryId, isThere);
        assert.ok(milliseconds < 1000, `${milliseconds} ms`);
        if (canSeeProcesses) await until(async () => (await busyShare(main.child.pid ?? 0)) < 0.5);
      });
    }

    it('while the model answers', async () => {
      server = await startOpenAiServer({
        'POST /v1/chat/completions': [{ events: [delta('Thought: I')], then: 'hang' }],
      });
      const { trajectoryId } = await start(`m@${server.baseUrl}`);
      const heard = () =>
        main.events.some((e) => e.type === 'text-sampled' && e.trajectoryId === trajectoryId);
      assert.ok((await stopWhen(trajectoryId, heard)) < 1000);
      await until(() => server?.abandoned === 1);
    });

    it('while the model has not begun to answer', async () => {
      server = await startOpenAiServer({
        'POST /v1/chat/completions': [{ events: [], then: 'hang' }],
      });
      const { trajectoryId } = await start(`m@${server.baseUrl}`);
      const asked = () => (server?.bodies('POST /v1/chat/completions').length ?? 0) > 0;
      assert.ok((await stopWhen(trajectoryId, asked)) < 1000);
    });

    it('while a tool answers', async () => {
      await writeFile(inFolder('note.txt'), 'a note');
      const code = 'print(inspect_file_as_text("note.txt", "What is it?"))';
      server = await startOpenAiServer({
        'POST /v1/chat/completions': [chat(action(code)), { events: [], then: 'hang' }],
      });
      const { trajectoryId } = await start(`m@${server.baseUrl}`, [inFolder('note.txt')]);
      const asked = () => (server?.bodies('POST /v1/chat/completions').length ?? 0) > 1;
      assert.ok((await stopWhen(trajectoryId, asked)) < 1000);
    });
  });

  it('checks a model with one short call', async () => {
    server = await startOpenAiServer({ 'POST /v1/chat/completions': [chat('ready')] });
    const good = await main.request('check-model', { model: `m@${server.baseUrl}` });
    assert.deepEqual([good.answers, good.detail], [true, 'It answered: ready']);
    const bad = await main.request('check-model', { model: 'nothing' });
    assert.equal(bad.answers, false);
    assert.match(bad.detail, /no model called "nothing"/);
  });

  it('sends a key to the endpoint that it was given for, and nowhere else', async () => {
    const list = { 'GET /v1/models': [{ body: { data: [{ id: 'm' }] } }] };
    server = await startOpenAiServer(list);
    const other = await startOpenAiServer(list);
    try {
      await main.request('set-keys', { keys: { [`${server.baseUrl}/`]: 'secret-1' } });
      const endpoints = [server.baseUrl, other.baseUrl];
      const { models } = await main.request('list-models', { endpoints });
      assert.deepEqual(
        endpoints.map((url) => models.find(({ name }) => name === `m@${url}`)?.ready),
        [true, true],
      );
      assert.equal(server.requests[0]?.headers.authorization, 'Bearer secret-1');
      assert.equal(other.requests[0]?.headers.authorization, undefined);
    } finally {
      await main.request('set-keys', { keys: {} });
      await other.close();
    }
  });

  it('uses a model of the editor', async () => {
    const own = new MainProcess();
    own.connection.onRequest('list-editor-models', () => ({
      models: [{ name: 'editor:v/m', kind: 'editor', ready: true, detail: 'here' }],
    }));
    own.connection.onRequest('sample-editor-model', async (raw: unknown) => {
      const { callId } = raw as { callId: string };
      const text = action('final_answer(7)');
      for (const piece of [text.slice(0, 20), text.slice(20)]) {
        await own.connection.sendNotification('editor-text', { callId, text: piece });
      }
      return { text, promptTokens: 5, completionTokens: 6 };
    });
    own.listen();
    try {
      const { models } = await own.request('list-models', {});
      assert.ok(models.some(({ name, ready }) => name === 'editor:v/m' && ready));
      const { trajectoryId } = await own.run('run-agent', {
        question: 'x',
        files: [],
        workspace: inFolder(),
        model: 'editor:v/m',
      });
      assert.equal((await own.ended(trajectoryId)).finalAnswer, '7');
    } finally {
      await own.close();
    }
  });

  it('ends with everything it started when its parent is killed', async function () {
    if (!canSeeProcesses) skipBecause(this, 'processes can be listed on Linux only');
    const parent = fork(
      fileURLToPath(new URL('../../fakes/doomedParent.ts', import.meta.url)),
      [inFolder(), await replay(action('while True: pass'))],
      { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );
    await new Promise<void>((resolve) => parent.once('message', () => resolve()));
    const started = descendants(parent.pid ?? 0);
    assert.ok(started.length >= 2, started.map(({ command }) => command).join('\n'));
    assert.ok(started.some(({ command }) => command.includes('sandboxChild')));
    parent.kill('SIGKILL');
    await until(() => started.every(({ id }) => !isAlive(id)), 5000);
  });
});

/** Share of a core that the processes below this one use, over 200 ms. */
async function busyShare(root: number): Promise<number> {
  const ids = descendants(root).map(({ id }) => id);
  const before = ids.map(ticks);
  await delay(200);
  const used = ids.map(ticks).reduce((sum, now, place) => sum + now - (before[place] ?? 0), 0);
  return used / 20;
}

/** Hundredths of a second of work. */
function ticks(id: number): number {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

function isAlive(id: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}
