import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { requests } from '../../../runtime/contract/requests.ts';
import { DoorToolName } from '../../../runtime/contract/doorToolName.ts';
import { allDoorTools } from '../../../runtime/mcp/allDoorTools.ts';
import type { EditorMachines } from '../../../runtime/remote/machineServices.ts';
import { doorHandlers } from '../../../runtime/serve/doorRequests.ts';
import type { Params } from '../../../runtime/serve/requestHandlers.ts';
import { trajectoryFile } from '../../../runtime/store/trajectoryStore.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { openDoorFixture, type DoorFixture } from '../../fakes/doorHost.ts';
import { at } from '../../fakes/records.ts';
import { RunFolderFixture } from '../../fakes/runFolders.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

const { signal } = new AbortController();

describe('the requests of the doors for other agents', () => {
  const folder = temporaryFolder();
  let fixture: DoorFixture;
  let handlers: ReturnType<typeof doorHandlers>;
  const told: unknown[] = [];

  beforeEach(async () => {
    told.length = 0;
    const file = folder('.tool-r1', 'trajectories', 'first.trajectories.jsonl');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, asLines(makeTrajectoryRecords('one')));
    fixture = await openDoorFixture(folder(), {
      run: async ({ trajectoryId, file: made }, { onEvent }) => {
        await writeFile(made ?? '', '');
        onEvent({ version: 1, trajectoryId, at, type: 'step-started', step: 1 });
        return { stopReason: 'cancelled', failure: null };
      },
    });
    const { host } = fixture;
    handlers = doorHandlers({
      ...host,
      // The tools use no more of the machines than these.
      openMachines: async () =>
        (await host.openMachines()) as Partial<EditorMachines> as EditorMachines,
      notify: (name, params) => told.push([name, params]),
    });
  });
  afterEach(() => fixture.close());

  const given = (tool: DoorToolName, input: unknown = {}): Params<'describe-door-call'> => ({
    ...{ tool, input, folders: [folder()], model: 'editor:gpt', recipe: 'tool-r1' },
  });
  const call = (tool: DoorToolName, input: unknown = {}, isAllowed = false) =>
    handlers['call-door-tool']({ ...given(tool, input), callId: 'call-1', isAllowed }, signal);
  const describeCall = (tool: DoorToolName, input: unknown = {}) =>
    handlers['describe-door-call'](given(tool, input), signal);

  it('know every tool of the contract, in its order', () => {
    assert.deepEqual(
      allDoorTools.map(({ name }) => name),
      DoorToolName.options,
    );
  });

  it('read without being allowed', async () => {
    const result = await call('toolr1_list_trajectory_files');
    const { text } = requests['call-door-tool'].result.parse(result);
    assert.match(text, /first\.trajectories\.jsonl/);
  });

  it('describe a call that only reads, and one that does something', async () => {
    assert.deepEqual(await describeCall('toolr1_list_tasks'), {
      activity: 'Listing the agent tasks',
      confirmation: null,
    });
    const running = await describeCall('toolr1_run_agent', { question: 'How many?' });
    assert.equal(running.activity, 'Running the agent');
    assert.match(running.confirmation?.message ?? '', /Model: editor:gpt\./);
    assert.deepEqual(fixture.runtime.requests, []);
  });

  it('refuse to do anything that nobody allowed', async () => {
    const run = await RunFolderFixture.make(folder('.tool-r1', 'runs', 'first'));
    await run.beat();
    const calls = [
      ['toolr1_run_agent', { question: 'How many?' }],
      ['toolr1_stop_training', { run: 'first' }],
    ] as const;
    for (const [tool, input] of calls) {
      await assert.rejects(call(tool, input), /needs a person's consent in a trusted workspace/);
    }
    assert.deepEqual([fixture.runtime.requests, fixture.stopped], [[], []]);
  });

  it('run the agent with the model of the settings once it is allowed, and tell how far it is', async () => {
    await call('toolr1_run_agent', { question: 'How many?' }, true);
    assert.equal(fixture.runtime.requests[0]?.model, 'editor:gpt');
    const progress = { callId: 'call-1', activity: 'Step 1', done: 0, total: 10 };
    const id = '20260504-093000-abcdef';
    const file = trajectoryFile(folder(), id);
    const begun = { callId: 'call-1', trajectoryId: id, file, workspace: folder() };
    assert.deepEqual(told, [
      ['door-rollout-started', { ...begun, question: 'How many?' }],
      ['work-progressed', progress],
    ]);
  });

  it('refuse wrong input and what is outside, in words', async () => {
    const isRefused = (words: RegExp) => (error: unknown) =>
      error instanceof HumanError && words.test(error.message);
    await assert.rejects(call('toolr1_read_step', { step: 'x' }), isRefused(/is wrong: file/));
    await assert.rejects(describeCall('toolr1_read_step', null), isRefused(/is wrong/));
    await assert.rejects(
      call('toolr1_list_trajectories', { file: '/etc/passwd' }),
      isRefused(/is outside/),
    );
    await assert.rejects(
      handlers['describe-door-call']({ ...given('toolr1_run_agent'), folders: [] }, signal),
      isRefused(/No folder is open/),
    );
  });
});
