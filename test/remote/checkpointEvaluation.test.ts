// Checkpoints of a run on a machine over a real ssh server: evaluated there, broken off and gone on with, compared, and compared again
// while it cannot be reached. The supervisor of the run is the real one; its trainer and what serves are stand-ins.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { AgentRuntime } from '../../runtime/agentRuntime.ts';
import { RunJob } from '../../runtime/contract/training/runFolder.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { ServedAnswers } from '../fakes/servedAnswers.ts';
import { writeStandInPython } from '../fakes/standInPython.ts';
import { SupervisedRun } from '../fakes/supervisedRun.ts';
import { TerminalSession } from '../fakes/terminalSession.ts';
import { writeTrainingTasks } from '../fakes/trainingFiles.ts';
import { makeJob } from '../fakes/trainingRecords.ts';
import { hostServices } from './hostServices.ts';
import { noEnd } from './remoteCase.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';

describe('checkpoints on a machine', function () {
  this.timeout(120_000);
  let hosts: SshHosts;
  let host: SshHost;
  let services: MachineServices;
  let here: string;
  let run: SupervisedRun;

  before(async () => {
    hosts = await SshHosts.start();
    here = path.join(hosts.folder, 'workspace');
    await writeTrainingTasks(here);
    host = await hosts.add('a100');
    run = await SupervisedRun.make(path.join(host.home, '.tool-r1/runs/first'), {}, 2);
    services = open('cache');
    await services.machines.attach('a100', noEnd());
  });
  after(async () => {
    await services.close();
    await run.end();
    await hosts.close();
  });

  /** What a computer with this cache has. */
  function open(cache: string): MachineServices {
    return hostServices(hosts, {
      cacheDirectory: path.join(hosts.folder, cache),
      env: { ...hosts.env, TOOL_R1_SSH_SECONDS: '3' },
    });
  }

  const place = () => ({ machine: 'a100', folder: run.folder });
  const tasks = () => path.join(here, 'tasks.jsonl');
  const linesThere = (step: number) =>
    readdir(`${run.folder}/checkpoints/checkpoint-${step}/evaluations`, { recursive: true });

  const evaluate = (step: number, runtime: Pick<AgentRuntime, 'run'>, signal = noEnd()) =>
    services.evaluations.evaluate(
      place(),
      { step, tasks: tasks() },
      { runtime, signal, onProgress: () => undefined },
    );

  it('are made by a run', async () => {
    const python = await writeStandInPython(path.join(hosts.folder, 'python'));
    const { processes } = makeJob();
    const written = z.looseObject({ processes: z.looseObject({}) });
    const asked = written.parse(JSON.parse(await run.read('run.json')));
    const job = { ...makeJob(), ...asked, processes: { ...processes, ...asked.processes, python } };
    await writeFile(path.join(run.folder, 'run.json'), JSON.stringify(RunJob.parse(job)));
    const { code, err } = await run.start().ended;
    assert.equal(code, 0, err);
    for (const step of [1, 2]) {
      await writeFile(`${run.folder}/checkpoints/checkpoint-${step}/config.json`, '{}');
    }
  });

  it('are evaluated on, after somebody broke it off', async () => {
    const leaving = new AbortController();
    const first = new ServedAnswers({ 'task-1': 1, 'task-2': 0, 'task-3': 'held' });
    first.onAnswered = (count) => {
      if (count === 2) leaving.abort();
    };
    await assert.rejects(evaluate(1, first, leaving.signal), { name: 'AbortError' });
    const rest = new ServedAnswers({ 'task-3': 1 });
    const { checkpoint, fromCopy } = await evaluate(1, rest);
    assert.deepEqual([checkpoint.heldOut?.passRate, fromCopy], [2 / 3, false]);
    assert.deepEqual(rest.asked, ['task-3']);
  });

  it('answer a second time without being served, and send nothing', async () => {
    const before = await linesThere(1);
    const nobody = new ServedAnswers({});
    const { checkpoint } = await evaluate(1, nobody);
    assert.deepEqual([checkpoint.heldOut?.tasks, nobody.asked], [3, []]);
    assert.deepEqual(await linesThere(1), before);
  });

  it('are compared, from the machine on every computer and from the copy while it is away', async () => {
    await evaluate(2, new ServedAnswers({ 'task-1': 1, 'task-2': 1, 'task-3': 0 }));
    const steps = { first: 1, second: 2 };
    const compared = await services.evaluations.compare(place(), steps, noEnd());
    assert.deepEqual(
      [compared.won, compared.lost].map((tasks) => tasks.map(({ taskId }) => taskId)),
      [['task-2'], ['task-3']],
    );
    assert.equal(compared.fromCopy, false);
    const elsewhere = open('another');
    try {
      assert.deepEqual(await elsewhere.evaluations.compare(place(), steps, noEnd()), compared);
    } finally {
      await elsewhere.close();
    }
    const terminal = async () => {
      const openMachines = () => Promise.resolve(services);
      const session = new TerminalSession({ cwd: here, openMachines });
      const code = await session.call('machine', 'compare', 'first', '1', '2');
      assert.equal(code, 0, session.err.text);
      assert.match(session.out.text, /^passed +66\.7 %/m);
      return session.err.text;
    };
    assert.equal(await terminal(), '');
    await host.server.stop();
    try {
      const copied = await services.evaluations.compare(place(), steps, noEnd());
      assert.deepEqual(copied, { ...compared, fromCopy: true });
      const nobody = new ServedAnswers({});
      assert.equal((await evaluate(1, nobody)).fromCopy, true);
      assert.match(
        await terminal(),
        /a100 cannot be reached now, so this is what this computer keeps/,
      );
    } finally {
      await host.server.start();
    }
  });

  it('count a changed attachment as another task', async () => {
    await writeFile(path.join(here, 'visits.csv'), 'day,visits\nmon,4\n');
    services.machines.link('a100').retry();
    const all = new ServedAnswers({ 'task-1': 1, 'task-2': 1, 'task-3': 1 });
    const { checkpoint } = await evaluate(2, all);
    assert.deepEqual(all.asked.toSorted(), ['task-1', 'task-2', 'task-3']);
    assert.equal(checkpoint.heldOut?.passRate, 1);
    const compare = services.evaluations.compare(place(), { first: 1, second: 2 }, noEnd());
    await assert.rejects(compare, /were evaluated on different tasks/);
  });
});
