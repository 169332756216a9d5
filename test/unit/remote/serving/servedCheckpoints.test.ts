import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { ServedCheckpoints } from '../../../../runtime/remote/serving/servedCheckpoints.ts';
import { HumanError } from '../../../../runtime/support/errors.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import type { RunJob } from '../../../../runtime/contract/training/runFolder.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { RunFolderFixture } from '../../../fakes/runFolders.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { freePort } from '../../../fakes/supervisedRun.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeJob } from '../../../fakes/trainingRecords.ts';

/** Answers `/health` on the port that its command line names, and ends when it is asked for anything else. */
const server = `#!/usr/bin/env python3
import http.server, os, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/health":
            print("The card is gone.", file=sys.stderr, flush=True)
            os._exit(1)
        self.send_response(200); self.end_headers()
    def log_message(self, *args): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Handler).serve_forever()
`;
const broken = '#!/bin/sh\necho "The model cannot be read." >&2\nexit 2\n';

describe('serving a checkpoint', () => {
  const folder = temporaryFolder();
  let link: FolderMachine;
  let serving: ServedCheckpoints;
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });
  const place = () => ({ machine: 'a100', folder: folder('run') });
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  afterEach(() => serving.close());

  async function run(program: string, over: Partial<RunJob> = {}): Promise<RunFolderFixture> {
    const { processes } = makeJob();
    const python = folder('python');
    const made = await RunFolderFixture.make(folder('run'), {
      processes: { ...processes, python },
      ...over,
    });
    await made.write('../python', program);
    await chmod(python, 0o755);
    for (const name of ['config.json', 'model.safetensors']) {
      await made.write(`checkpoints/checkpoint-4/${name}`, '{}');
    }
    link = new FolderMachine(folder(''));
    const parts = { link: () => link, freePort, pollMilliseconds: 30 };
    serving = new ServedCheckpoints(parts);
    return made;
  }

  it('gives a model that answers, once, until nobody wants it any more', async () => {
    await run(server);
    const served = await serving.serve(place(), 4, options);
    assert.equal(served.model, `checkpoint-4@http://127.0.0.1:${served.localPort}/v1`);
    assert.deepEqual(await serving.serve(place(), 4, options), served);
    assert.equal(link.ran.length, 1);
    const health = `http://127.0.0.1:${served.localPort}/health`;
    assert.ok((await fetch(health)).ok);
    assert.deepEqual(serving.all(), [{ place: place(), step: 4 }]);
    assert.equal(served.problem(), null);
    await serving.unserve(place(), 4);
    await served.ended;
    assert.equal(served.problem(), 'Its serving was stopped.');
    assert.equal(serving.isServed(place(), 4), false);
    await assert.rejects(fetch(health));
    await serving.unserve(place(), 4);
  });

  it('ends with the last of those who use it', async () => {
    await run(server);
    const evaluation = await serving.borrow(place(), 4, options);
    assert.equal(serving.isServed(place(), 4), false, 'no person asked for it');
    const served = await serving.serve(place(), 4, options);
    assert.deepEqual([served, link.ran.length], [evaluation.server, 1]);
    const health = `http://127.0.0.1:${served.localPort}/health`;
    await evaluation.giveBack();
    assert.ok((await fetch(health)).ok, 'the person still uses it');
    const another = await serving.borrow(place(), 4, options);
    await serving.unserve(place(), 4);
    assert.deepEqual(serving.all(), []);
    assert.ok((await fetch(health)).ok, 'an evaluation still uses it');
    await evaluation.giveBack();
    assert.equal(served.problem(), null, 'given back twice counts once');
    await another.giveBack();
    await served.ended;
    await assert.rejects(fetch(health));
  });

  it('is one for a person however often they ask for it', async () => {
    await run(server);
    const [one, other] = await Promise.all([
      serving.serve(place(), 4, options),
      serving.serve(place(), 4, options),
    ]);
    assert.deepEqual([one, link.ran.length], [other, 1]);
    await serving.unserve(place(), 4);
    await one.ended;
  });

  it('says why it is gone when its server ends, and serves it anew when it is asked again', async () => {
    await run(server);
    const served = await serving.serve(place(), 4, options);
    await fetch(`http://127.0.0.1:${served.localPort}/end`).catch(() => null);
    await served.ended;
    assert.equal(served.problem(), 'Its server ended: The card is gone.');
    assert.deepEqual(serving.all(), []);
    const again = await serving.serve(place(), 4, options);
    assert.equal(again.problem(), null);
    assert.equal(link.ran.length, 2);
  });

  it('tells what it does', async () => {
    await run(server);
    const told = new Set<string>();
    const onProgress = ({ activity }: Progress) => void told.add(activity);
    await serving.serve(place(), 4, { ...options, onProgress });
    assert.deepEqual([...told], ['Looking at the checkpoint on a100', 'Loading the checkpoint']);
  });

  it('says what the server said when it does not start, and can be asked again', async () => {
    await run(broken);
    const { code, message } = await failureOf(serving.serve(place(), 4, options));
    assert.equal(code, 'remote/not-served');
    assert.match(message, /The model cannot be read\./);
    await failureOf(serving.serve(place(), 4, options));
    assert.equal(link.ran.length, 2);
  });

  it('refuses weights in pieces, and a checkpoint that is not there', async () => {
    const made = await run(server);
    await made.write('checkpoints/checkpoint-6/pytorch_model_fsdp_0/__0_0.distcp', '');
    await assert.rejects(serving.serve(place(), 6, options), /no whole model and no adapter/);
    await assert.rejects(serving.serve(place(), 5, options), HumanError);
    assert.equal(link.ran.length, 0);
  });

  it('takes no card from a run that goes on', async () => {
    const made = await run(server, { device: 'cuda' });
    await made.beat({ state: 'running' });
    await assert.rejects(serving.serve(place(), 4, options), /The run has its graphics cards/);
    await made.beat({ state: 'stopped' });
    await assert.rejects(serving.serve(place(), 4, options), { name: 'FailureError' });
  });

  it('ends what is being loaded when it is called off', async () => {
    await run('#!/bin/sh\nexec sleep 60\n');
    const calling = new AbortController();
    const asked = serving.serve(place(), 4, { ...options, signal: calling.signal });
    setTimeout(() => calling.abort(), 200);
    await assert.rejects(asked, { name: 'AbortError' });
  });
});
