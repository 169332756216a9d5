import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isWriterAlive } from '../../runtime/support/writerProcess.ts';
import { CliProcess, type Ended } from '../fakes/cliProcess.ts';
import { RunFolderFixture } from '../fakes/runFolders.ts';
import { skipBecause } from '../fakes/skip.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { makeJob } from '../fakes/trainingRecords.ts';
import { until } from '../fakes/until.ts';
import { warmCache } from '../fakes/warmCache.ts';

/** Stands in for the Python of a run: a server of one answer. It notes its process beside itself. */
const server = `#!/usr/bin/env python3
import http.server, json, os, pathlib, sys
REPLY = "Thought: multiply\\nCode:\\n\`\`\`py\\nfinal_answer(6 * 7)\\n\`\`\`<end_code>"
CHOICE = {"index": 0, "message": {"role": "assistant", "content": REPLY}, "finish_reason": "stop"}
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer({"data": []} if self.path == "/v1/models" else {})
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.answer({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [CHOICE]})
    def answer(self, value):
        text = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
    def log_message(self, *args): pass
pathlib.Path(__file__).with_name("server.pid").write_text(str(os.getpid()))
port = int(sys.argv[sys.argv.index("--port") + 1])
http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
`;

describe('tool-r1 machine checkpoints, clean, pin, download, serve, evaluate and compare', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });
  beforeEach(async () => {
    const run = await RunFolderFixture.make(folder('.tool-r1/runs/first'));
    await run.beat({ state: 'stopped' });
    for (const step of [2, 4, 6]) {
      await run.measure(step, { 'reward/total': step === 2 ? 5 : 1 });
      const inside = `checkpoints/checkpoint-${step}`;
      await run.write(`${inside}/model.safetensors`, 'w'.repeat(2000));
      await run.write(`${inside}/optimizer.pt`, 'o');
      await run.write(`${inside}/trainer_state.json`, '{}');
      await run.save(step);
    }
  });

  function start(...args: string[]): CliProcess {
    const env = { HOME: folder(''), TOOL_R1_CACHE: folder('cache') };
    return new CliProcess(args, folder(''), env);
  }

  function machine(...args: string[]): Promise<Ended> {
    return start('machine', ...args).ended;
  }

  /** Checkpoints 2 and 4 of the run `first` can be served, by the stand-in. */
  async function makeServable(): Promise<void> {
    const python = folder('python');
    await writeFile(python, server);
    await chmod(python, 0o755);
    const processes = { ...makeJob().processes, python };
    const run = await RunFolderFixture.make(folder('.tool-r1/runs/first'), { processes });
    for (const step of [2, 4]) await run.write(`checkpoints/checkpoint-${step}/config.json`, '{}');
  }

  async function serverEnded(): Promise<void> {
    const pid = Number(await readFile(folder('server.pid'), 'utf8'));
    await until(() => !isWriterAlive({ pid, host: hostname() }), 60_000);
  }

  it('lists, pins, tidies up and fetches the checkpoints of a run', async () => {
    const listed = await machine('checkpoints', 'first');
    assert.equal(listed.code, 0, listed.err);
    assert.deepEqual(
      listed.out.split('\n').map((line) => line.trim().split(/\s+/)[0]),
      ['step', '6', '4', '2', ''],
    );
    assert.equal((await machine('pin', 'first', '2')).code, 0);
    const would = await machine('clean', 'first', '--keep', '1', '--dry-run');
    assert.match(would.err, /Would delete checkpoints 4: /);
    const cleaned = await machine('clean', 'first', '--keep', '1');
    assert.match(cleaned.err, /Deleted checkpoints 4: /);
    const left = await readdir(folder('.tool-r1/runs/first/checkpoints'));
    assert.deepEqual(left.sort(), ['checkpoint-2', 'checkpoint-6']);
    const fetched = await machine('download', 'first', '6', 'here');
    assert.equal(fetched.code, 0, fetched.err);
    assert.equal((await readFile(folder('here/model.safetensors'), 'utf8')).length, 2000);
  });

  it('runs a task on a checkpoint, which is served for as long as that takes', async () => {
    await warmCache(folder('cache'));
    await makeServable();
    const model = ['--model', 'checkpoint:first/4'];
    const ended = await start('run', ...model, 'What is 6 times 7?', '--json').ended;
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /"finalAnswer":"?42/);
    assert.match(ended.out, /"model":"checkpoint:first\/4"/);
    await serverEnded();
  });

  it('serves a checkpoint until it is told to stop, and says from the first moment what it does', async () => {
    await makeServable();
    const serving = start('machine', 'serve', 'first', '4');
    await serving.printed('/v1\n');
    assert.match(serving.out, /^checkpoint-4@http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
    serving.interruptGroup();
    const { err } = await serving.ended;
    assert.deepEqual(err.split('\n').slice(0, 2), [
      'Looking for the run first',
      'Looking at the checkpoint on this computer',
    ]);
    await serverEnded();
  });

  it('evaluates checkpoints on tasks, keeps what came out, and compares them', async () => {
    await warmCache(folder('cache'));
    await makeServable();
    const task = (id: string, referenceAnswer: string) =>
      `${JSON.stringify({ version: 1, id, question: `${id}?`, files: [], referenceAnswer })}\n`;
    await writeFile(folder('held-out.jsonl'), task('product', '42') + task('two', '2'));
    const evaluate = (step: string) =>
      machine('evaluate', 'first', step, '--tasks', 'held-out.jsonl');
    const [four, two] = [await evaluate('4'), await evaluate('2')];
    assert.equal(four.code, 0, four.err);
    assert.match(
      four.out,
      /^Checkpoint 4 passes 50\.0 % of 2 tasks \(9\.5 % to 90\.5 %, 95 %\)\.\n$/,
    );
    assert.equal(two.code, 0, two.err);
    await serverEnded();
    assert.match((await machine('checkpoints', 'first')).out, /^4 .* 50\.0 % of 2 \(/m);
    const { out } = await machine('compare', 'first', '2', '4');
    assert.match(out, /^passed +50\.0 % +50\.0 % +0\.0 % +-\d+\.\d % to \+\d+\.\d % +2$/m);
    assert.match(out, /^Passed at step 4 alone: 0$/m);
    const refused = await machine('compare', 'first', '4', '6');
    assert.match(refused.err, /Checkpoint 6 was not evaluated yet\./);
    assert.equal(refused.code, 2);
  });

  it('says how a checkpoint is named, and which there are', async () => {
    const ask = async (name: string) => (await start('run', '--model', name, 'Why?').ended).err;
    assert.match(await ask('checkpoint:first'), /Write checkpoint:RUN\/STEP/);
    assert.match(await ask('checkpoint:second/4'), /There is no run second/);
    await makeServable();
    assert.match(
      await ask('checkpoint:first/5'),
      /no checkpoint of train step 5\. It has: 6, 4, 2/,
    );
  });

  it('says which checkpoints there are where one is not', async () => {
    const refused = await machine('pin', 'first', '5');
    assert.match(refused.err, /no checkpoint of train step 5. It has: 6, 4, 2./);
    assert.equal(refused.code, 2);
    assert.match((await machine('checkpoints', 'second')).err, /There is no run second/);
  });
});
