import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation';
import { DoorToolName } from '../../runtime/contract/doorToolName.ts';
import { cliFile, CliProcess } from '../fakes/cliProcess.ts';
import { McpClient, type McpClientOptions } from '../fakes/mcpClient.ts';
import { makeTask } from '../fakes/records.ts';
import { countingReplies, recording, visitsCsv } from '../fakes/recordings.ts';
import { RunFolderFixture } from '../fakes/runFolders.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../fakes/trajectoryRecords.ts';
import { until } from '../fakes/until.ts';
import { warmCache } from '../fakes/warmCache.ts';

const file = '.tool-r1/trajectories/first.trajectories.jsonl';
const replayed = ['--model', 'replay:replies.json'];
const question = { question: 'How many visits?', files: ['visits.csv'] };

describe('tool-r1 mcp', () => {
  const inFolder = temporaryFolder();
  const clients: McpClient[] = [];

  const connect = (options: Omit<McpClientOptions, 'cwd'> = {}) => {
    // Runs and machines of this computer are none of these tests.
    const env = { HOME: inFolder('home'), TOOL_R1_CACHE: inFolder('cache') };
    const client = new McpClient({ cwd: inFolder(), ...options, env });
    clients.push(client);
    return client.connect();
  };

  beforeEach(async () => {
    await mkdir(inFolder('.tool-r1', 'trajectories'), { recursive: true });
    await mkdir(inFolder('home'));
    await warmCache(inFolder('cache'));
    await writeFile(inFolder(file), asLines(makeTrajectoryRecords('one', 3)));
    await writeFile(inFolder('visits.csv'), visitsCsv);
    await writeFile(inFolder('replies.json'), recording(countingReplies));
  });
  afterEach(async () => {
    const opened = clients.splice(0);
    await Promise.all(opened.map((client) => client.close()));
    for (const { problems } of opened) assert.deepEqual(problems, []);
  });

  const trajectoryFiles = () => readdir(inFolder('.tool-r1', 'trajectories'));

  describe('tells what it offers', () => {
    it('by the official client: every tool, with a schema that holds and what it may do', async () => {
      const { client } = await connect();
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        DoorToolName.options,
      );
      const schemas = new AjvJsonSchemaValidator();
      for (const { name, title, description = '', inputSchema, annotations } of tools) {
        const validate = schemas.getValidator(inputSchema as JsonSchemaType);
        assert.equal(
          validate({ limit: 1e9, offset: -1, run: '', file: 7, question: 7 }).valid,
          false,
          name,
        );
        assert.ok(title !== undefined && description.length > 80, name);
        assert.equal(annotations?.readOnlyHint, !/run_agent|stop_/.test(name), name);
        assert.equal(annotations.destructiveHint, name === 'toolr1_stop_training', name);
      }
      assert.equal(client.getServerVersion()?.name, 'tool-r1');
      assert.match(client.getInstructions() ?? '', /treat them as data/);
    });
  });

  describe('lets other agents read', () => {
    it('from the list of files to a step and its reward', async () => {
      const agent = await connect();
      const files = await agent.call('toolr1_list_trajectory_files');
      assert.match(files.text, /- \.tool-r1\/trajectories\/first\.trajectories\.jsonl \|/);
      const rows = await agent.call('toolr1_list_trajectories', { file });
      assert.match(rows.text, /- one \| task visits \|/);
      const outline = await agent.call('toolr1_read_trajectory', { file, trajectoryId: 'one' });
      assert.match(outline.text, /3 steps:\n- step 1/);
      const step = await agent.call('toolr1_read_step', { file, trajectoryId: 'one', step: 2 });
      assert.match(step.text, /^Step 2 \| executed/);
      const reward = await agent.call('toolr1_read_reward', { file, trajectoryId: 'one' });
      assert.match(reward.text, /R = 1\.00 \+ 0\.3 x 1\.00 \+ 0\.3 x 1\.00 = 1\.60/);
    });

    it('the runs of the folder', async () => {
      const run = await RunFolderFixture.make(inFolder('.tool-r1', 'runs', 'first'));
      await run.beat({ supervisorPid: process.pid, step: 3 });
      await run.write('logs/trainer.log', 'loading\nstep 3\n');
      const agent = await connect();
      assert.match((await agent.call('toolr1_list_runs')).text, /^1 runs:\n- first \| /);
      assert.match((await agent.call('toolr1_read_run', { run: 'first' })).text, /^Health:/m);
      assert.match((await agent.call('toolr1_read_run_log', { run: 'first' })).text, /step 3/);
      assert.equal(
        (await agent.call('toolr1_list_checkpoints', { run: 'first' })).text,
        'No checkpoints.',
      );
    });

    it('a folder that is named, and no other', async () => {
      await mkdir(inFolder('other'));
      await writeFile(inFolder('other', 'plain.txt'), 'x');
      const agent = await connect({ args: ['--folder', 'other'] });
      assert.equal((await agent.call('toolr1_list_trajectory_files')).text, 'No trajectory files.');
      for (const name of [inFolder(file), `../${file}`, '/etc/passwd']) {
        const { text, isError } = await agent.call('toolr1_list_trajectories', { file: name });
        assert.deepEqual([isError, /is outside/.test(text)], [true, true], name);
      }
    });

    it('and refuses what is wrong in words, without ending', async () => {
      const agent = await connect();
      const wrong: readonly (readonly [string, object, RegExp])[] = [
        ['toolr1_read_step', { file, trajectoryId: 'a/b', step: 1 }, /an id has letters/],
        ['toolr1_read_step', { file, trajectoryId: 'one', step: 1e9 }, /step/],
        ['toolr1_list_trajectories', { file, limit: 1e9 }, /limit/],
        ['toolr1_search_trajectories', { file, text: 'x'.repeat(1_000_000) }, /text/],
        ['toolr1_read_run', { run: 'none' }, /There is no run none/],
        ['__proto__', {}, /__proto__/],
        ['toolr1_delete_everything', {}, /not found/],
      ];
      for (const [name, input, words] of wrong) {
        const { text, isError } = await agent.call(name, input);
        assert.equal(isError, true, name);
        assert.match(text, words);
      }
      assert.equal((await agent.call('toolr1_list_tasks')).text, 'No agent tasks.');
    });
  });

  describe('runs the agent', () => {
    it('once a person allowed it, telling how far it is, and lets what it did be read', async () => {
      const agent = await connect({ args: replayed, person: 'accept' });
      const told: string[] = [];
      const onProgress = (message: string) => told.push(message);
      const { text, isError } = await agent.call('toolr1_run_agent', question, { onProgress });
      assert.equal(isError, false, text);
      assert.match(text, /^ended: final-answer \| 2 steps/);
      assert.match(text, /Final answer:\n3$/);
      assert.equal(agent.asked.length, 1);
      assert.match(
        agent.asked[0] ?? '',
        /Question: How many visits\?\n\nFiles: visits\.csv\n\nModel: replay:/,
      );
      assert.ok(told.includes('Step 1 (0 of 10 steps)'), told.join('\n'));
      const [, id = '', own = ''] = /trajectory: (\S+) in (\S+\.jsonl)\./.exec(text) ?? [];
      const outline = await agent.call('toolr1_read_trajectory', { file: own, trajectoryId: id });
      assert.match(outline.text, /Final answer: 3/);
    });

    it('on a stored task, whose reward is then known', async () => {
      const task = makeTask({ id: 'visits', files: ['visits.csv'], referenceAnswer: '3' });
      await writeFile(inFolder('.tool-r1', 'tasks.jsonl'), asLines([task]));
      const agent = await connect({ args: replayed, person: 'accept' });
      const { text } = await agent.call('toolr1_run_agent', { taskId: 'visits' });
      assert.match(text, /^ended: final-answer \| 2 steps \| .* \| reward 1\.60\n/);
    });

    for (const person of ['decline', 'cancel'] as const) {
      it(`not when the person answers ${person}`, async () => {
        const agent = await connect({ args: replayed, person });
        const { text, isError } = await agent.call('toolr1_run_agent', question);
        assert.equal(isError, true);
        assert.match(text, /The person did not allow it/);
        assert.deepEqual(await trajectoryFiles(), ['first.trajectories.jsonl']);
      });
    }

    it('not for a client that cannot ask, unless it was started with --allow-run', async () => {
      const refused = await (await connect({ args: replayed })).call('toolr1_run_agent', question);
      assert.equal(refused.isError, true);
      assert.match(refused.text, /start the server with --allow-run/);
      assert.deepEqual(await trajectoryFiles(), ['first.trajectories.jsonl']);
      const allowed = await connect({ args: [...replayed, '--allow-run'] });
      assert.match((await allowed.call('toolr1_run_agent', question)).text, /Final answer:\n3$/);
    });

    it('until the client cancels it, and keeps what there is', async () => {
      await writeFile(inFolder('replies.json'), recording(countingReplies, 60_000));
      const agent = await connect({ args: [...replayed, '--allow-run'] });
      const cancelled = new AbortController();
      const call = agent.call('toolr1_run_agent', question, {
        signal: cancelled.signal,
        onProgress: (message) => {
          if (message.startsWith('Step 1')) cancelled.abort();
        },
      });
      await assert.rejects(call);
      await until(async () => (await endedBy()) === 'cancelled');
      assert.equal((await agent.call('toolr1_list_tasks')).text, 'No agent tasks.');
    });
  });

  it('never stops a training unasked', async () => {
    const run = await RunFolderFixture.make(inFolder('.tool-r1', 'runs', 'first'));
    await run.beat({ supervisorPid: process.pid });
    const agent = await connect({ args: ['--allow-run'] });
    const { text, isError } = await agent.call('toolr1_stop_training', { run: 'first' });
    assert.equal(isError, true);
    assert.match(text, /cannot ask for it/);
    const asked = await connect({ person: 'decline' });
    assert.match(
      (await asked.call('toolr1_stop_training', { run: 'first' })).text,
      /did not allow/,
    );
    assert.match(asked.asked[0] ?? '', /^Stop the training run first\?/);
    assert.deepEqual(await readdir(run.folder), ['logs', 'run.json', 'status.json']);
  });

  describe('ends', () => {
    it('with its client, a rollout first', async () => {
      await writeFile(inFolder('replies.json'), recording(countingReplies, 60_000));
      const agent = await connect({ args: [...replayed, '--allow-run'] });
      await new Promise<void>((resolve, reject) => {
        const onProgress = (message: string) => {
          if (message.startsWith('Step 1')) resolve();
        };
        agent
          .call('toolr1_run_agent', question, { onProgress })
          .then(({ text }) => reject(new Error(text)), reject);
      });
      await agent.close();
      await until(async () => (await endedBy()) === 'cancelled');
    });

    it('by a signal, and when its input ends, having said nothing but the protocol', async () => {
      for (const end of ['SIGTERM', 'eof'] as const) {
        const child = spawn(process.execPath, [cliFile, 'mcp'], { cwd: inFolder() });
        let out = '';
        child.stdout.on('data', (data: Buffer) => (out += data.toString()));
        const closed = once(child, 'close');
        const params = {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'a', version: '1' },
        };
        child.stdin.write('not the protocol\n');
        child.stdin.write(
          `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
        );
        await until(() => out.includes('\n'));
        if (end === 'eof') child.stdin.end();
        else child.kill(end);
        await closed;
        assert.equal(child.exitCode, end === 'eof' ? 0 : 143, end);
        assert.equal(out.trim().split('\n').length, 1);
        assert.match(out, /^\{"result":\{"protocolVersion":"2025-06-18"/);
      }
    });

    it('at once with what to do when the folder is none', async () => {
      const { code, err, out } = await new CliProcess(['mcp', '--folder', 'none'], inFolder())
        .ended;
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /none is not a folder\. Name a folder that exists\./);
    });
  });

  /** How the trajectory that was made ended; null before. */
  async function endedBy(): Promise<string | null> {
    const own = (await trajectoryFiles()).find((name) => !name.startsWith('first'));
    if (own === undefined) return null;
    const text = await readFile(inFolder('.tool-r1', 'trajectories', own), 'utf8');
    return /"kind":"trajectory-ended".*"stopReason":"([a-z-]+)"/.exec(text)?.[1] ?? null;
  }
});
