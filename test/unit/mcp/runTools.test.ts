import assert from 'node:assert/strict';
import type { DoorTool } from '../../../runtime/mcp/doorTool.ts';
import { listCheckpoints } from '../../../runtime/mcp/doorTools/listCheckpoints.ts';
import { listRuns } from '../../../runtime/mcp/doorTools/listRuns.ts';
import { readRun } from '../../../runtime/mcp/doorTools/readRun.ts';
import { readRunLog } from '../../../runtime/mcp/doorTools/readRunLog.ts';
import { stopTraining } from '../../../runtime/mcp/doorTools/stopTraining.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { openDoorFixture, type DoorFixture } from '../../fakes/doorHost.ts';
import { RunFolderFixture } from '../../fakes/runFolders.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const options = { signal, onProgress: () => undefined };
const refused = (words: RegExp) => (error: unknown) =>
  error instanceof HumanError && words.test(error.message);

describe('the tools for other agents that look at training runs', () => {
  const folder = temporaryFolder();
  let fixture: DoorFixture;
  let run: RunFolderFixture;

  const call = (tool: DoorTool, input: object) => tool.call(input, fixture.host, options);

  beforeEach(async () => {
    run = await RunFolderFixture.make(folder('.tool-r1', 'runs', 'first'));
    await run.beat({ supervisorPid: process.pid, step: 12, totalSteps: 100 });
    fixture = await openDoorFixture(folder());
  });
  afterEach(() => fixture.close());

  describe('the list of runs', () => {
    it('says how each stands', async () => {
      const text = await call(listRuns, {});
      assert.match(
        text,
        /^1 runs:\n- first \| machine this computer \| running \| train step 12 of 100/,
      );
    });

    it('is paged, newest first, and looks at machines anew when it is asked to', async () => {
      const second = await RunFolderFixture.make(folder('.tool-r1', 'runs', 'second'), {
        createdAt: '2027-01-01T00:00:00.000Z',
      });
      await second.beat();
      const text = await call(listRuns, { limit: 1, refresh: true });
      assert.match(text, /^runs, 1 to 1 of 2:\n- second [\s\S]*More with offset 1\.$/);
    });

    it('is empty without runs', async () => {
      await run.remove();
      assert.equal(await call(listRuns, {}), 'No runs.');
    });
  });

  describe('the status of a run', () => {
    it('gives its figures, its health and its newest events', async () => {
      for (let step = 1; step <= 20; step += 1) {
        await run.measure(step, { 'groups/mixed': 8 - step / 4, 'seconds/odd': step });
      }
      await run.tell('Step 20 ended');
      const text = await call(readRun, { run: 'first' });
      assert.match(text, /^first \| machine this computer \| running/);
      assert.match(text, /^Health:\n(- .+: (ok|watch|alarm|unknown), .+\n)+/m);
      assert.match(text, /^Figures after 20 train steps/m);
      assert.match(text, /^- reward\/total: 1, 15\.5, 20$/m);
      assert.match(text, /^- groups\/mixed: 7\.75, 4\.125, 3$/m);
      assert.match(text, /^All figures: .*seconds\/odd/m);
      assert.match(text, /Step 20 ended/);
      assert.doesNotMatch(text, /^- seconds\/odd/m);
    });

    it('gives the figures that are named', async () => {
      await run.measure(1, { 'seconds/odd': 7 });
      const text = await call(readRun, { run: 'first', figures: ['seconds/odd', 'none/such'] });
      assert.match(text, /^- seconds\/odd: 7, 7, 7$/m);
      assert.match(text, /^No such figures: none\/such\.$/m);
      assert.doesNotMatch(text, /^- reward\/total/m);
    });

    it('tells why a run crashed', async () => {
      await run.beat({ state: 'crashed', problem: 'The trainer ended with code 1.' });
      await run.write('logs/trainer.log', 'step 3\ntorch.OutOfMemoryError: CUDA out of memory.\n');
      const text = await call(readRun, { run: 'first' });
      assert.match(text, /crashed/);
      assert.match(text, /^It crashed\. From trainer\.log:$/m);
      assert.match(text, /^> torch\.OutOfMemoryError/m);
      assert.match(text, /^Try:\n- /m);
    });

    it('is there before the first train step', async () => {
      assert.match(await call(readRun, { run: 'first' }), /^No train step has ended yet\.$/m);
    });
  });

  describe('the checkpoints of a run', () => {
    it('are listed', async () => {
      await run.save(10);
      assert.match(
        await call(listCheckpoints, { run: 'first' }),
        /^1 checkpoints:\n- step 10 \| saved /,
      );
    });

    it('may be none', async () => {
      assert.equal(await call(listCheckpoints, { run: 'first' }), 'No checkpoints.');
    });
  });

  describe('the log of a run', () => {
    it('is read from its end, and before and after that by byte', async () => {
      const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`).join('\n');
      await run.write('logs/trainer.log', `${lines}\n`);
      await run.write('logs/rollouts.log', 'served\n');
      const end = await call(readRunLog, { run: 'first', bytes: 200 });
      assert.match(end, /^Logs: rollouts\.log \(7 bytes\), trainer\.log \(\d+ bytes\)/);
      assert.match(
        end,
        /line 399\n\n?\[bytes \d+ to \d+ of \d+; what is before begins at from \d+\]$/,
      );
      assert.doesNotMatch(end, /line 100\n/);
      const start = await call(readRunLog, { run: 'first', from: 0, bytes: 100 });
      const next = Number(/read on with from (\d+)/.exec(start)?.[1]);
      assert.match(start, /line 0\n/);
      const more = await call(readRunLog, { run: 'first', from: next, bytes: 100 });
      assert.match(more, new RegExp(`\\[bytes ${next} to `));
      assert.match(await call(readRunLog, { run: 'first', log: 'rollouts.log' }), /served/);
    });

    it('is named by those that there are', async () => {
      await assert.rejects(call(readRunLog, { run: 'first' }), refused(/no logs yet/));
      await run.write('logs/trainer.log', 'x\n');
      await assert.rejects(
        call(readRunLog, { run: 'first', log: 'none.log' }),
        refused(/It has: trainer\.log/),
      );
      for (const log of ['../run.json', '/etc/passwd', 'a b', '']) {
        await assert.rejects(call(readRunLog, { run: 'first', log }), refused(/log: /), log);
      }
      await assert.rejects(call(readRunLog, { run: 'first', bytes: 1e9 }), refused(/bytes: /));
    });
  });

  describe('stopping a run', () => {
    it('tells a person before what would be stopped, and how', async () => {
      const asked = await stopTraining.confirmation({ run: 'first' }, fixture.host);
      assert.equal(asked?.title, 'Stop the training run first?');
      assert.match(
        asked.message,
        /after its train step\. Its checkpoints stay\.\n\nfirst \| machine/,
      );
      const now = await stopTraining.confirmation({ run: 'first', wish: 'now' }, fixture.host);
      assert.match(now?.message ?? '', /at once/);
      assert.deepEqual(fixture.stopped, []);
    });

    it('waits for its end and says what still holds a card', async () => {
      const text = await call(stopTraining, { run: 'first', wish: 'now' });
      assert.deepEqual(fixture.stopped, ['this computer first now']);
      assert.match(text, /^first does not run any more\./);
      assert.match(text, /Card 1 is still held by process 4711 \(python, 900 MiB\)/);
    });
  });

  it('refuse a run that is not known, with how to see the names', async () => {
    for (const tool of [readRun, readRunLog, listCheckpoints, stopTraining]) {
      await assert.rejects(call(tool, { run: '../first' }), refused(/toolr1_list_runs/), tool.name);
      await assert.rejects(call(tool, { run: 'a\u0000b' }), refused(/no control characters/));
    }
  });
});
