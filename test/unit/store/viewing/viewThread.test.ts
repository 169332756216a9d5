import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { viewingHandlers } from '../../../../runtime/serve/viewingRequests.ts';
import { IndexState } from '../../../../runtime/contract/viewing.ts';
import { ViewThread } from '../../../../runtime/store/viewing/viewThread.ts';
import { FailureError, HumanError } from '../../../../runtime/support/errors.ts';
import { silentLog } from '../../../../runtime/support/log.ts';
import { OpenedViewer } from '../../../fakes/openedViewer.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

const workerFile = new URL('../../../../dist/viewWorker.mjs', import.meta.url);

describe('ViewThread', () => {
  const inFolder = temporaryFolder();
  const file = () => inFolder('x.trajectories.jsonl');
  let thread: ViewThread;

  before(() => {
    assert.ok(existsSync(workerFile), 'dist/viewWorker.mjs is missing. Build: node esbuild.mjs');
  });
  beforeEach(async () => {
    await writeFile(file(), asLines(makeTrajectoryRecords('a')));
    thread = new ViewThread({ workerFile, log: silentLog });
  });
  afterEach(() => thread.close());

  it('answers as the viewer in this thread does', async () => {
    const viewer = await OpenedViewer.open(file(), thread);
    await viewer.until(({ complete }) => complete);
    assert.deepEqual(await viewer.ids(), ['a']);
    const { tasks, recent } = await thread.summarise(file());
    assert.deepEqual(tasks, [{ taskId: 'visits', trajectories: 1, judged: 1, passed: 1 }]);
    assert.equal(recent[0]?.id, 'a');
  });

  it('tells when an index changed', async () => {
    const viewer = await OpenedViewer.open(file(), thread);
    await appendFile(file(), asLines(makeTrajectoryRecords('b')));
    await viewer.until(({ trajectories }) => trajectories === 2);
  });

  it('keeps failures and refusals apart', async () => {
    await assert.rejects(
      thread.request('open-trajectories', { file: inFolder('none') }),
      (error) => error instanceof FailureError && error.failure.code === 'store/no-file',
    );
    const { handle } = await OpenedViewer.open(file(), thread);
    const field = { handle, id: 'a', step: 1, field: 'none', offset: 0, limit: 1 };
    await assert.rejects(thread.request('read-text', field), HumanError);
  });

  it('refuses what is asked when it is closed', async () => {
    await thread.close();
    await assert.rejects(thread.request('open-trajectories', { file: file() }), /is closing/);
  });

  it('starts again when its worker died, and says that files have to be opened again', async () => {
    const stray = new URL('data:text/javascript,process.exit(3)');
    const broken = new ViewThread({ workerFile: stray, log: silentLog });
    const wish = { file: file() };
    await assert.rejects(broken.request('open-trajectories', wish), /stopped: it ended.*again/);
    await assert.rejects(broken.request('open-trajectories', wish), /stopped: it ended/);
    await broken.close();
  });

  it('leaves this thread free while a file is read', async () => {
    const many = Array.from({ length: 4000 }, (_, index) => makeTrajectoryRecords(`t${index}`, 4));
    await writeFile(file(), asLines(many.flat()));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const viewer = await OpenedViewer.open(file(), thread);
    await viewer.until(({ complete }) => complete);
    clearInterval(timer);
    assert.equal(viewer.state.trajectories, 4000);
    // In this thread the index alone would hold it for some 10 ms again and again; the margin is for a busy machine.
    assert.ok(longest < 1000, `${longest} ms`);
  });

  it('serves the requests of the contract by name', async () => {
    const told: IndexState[] = [];
    const viewing = viewingHandlers({
      viewer: thread,
      notify: (name, params) => {
        if (name === 'index-changed') told.push(IndexState.parse(params));
      },
    });
    const { handle } = await viewing.handlers['open-trajectories']({ file: file() });
    const { started } = await viewing.handlers['read-trajectory']({ handle, id: 'a' });
    assert.equal(started.task.id, 'visits');
    await viewing.handlers['close-trajectories']({ handle });
    await viewing.close();
    await assert.rejects(viewing.handlers['open-trajectories']({ file: file() }), /is closing/);
  });
});
