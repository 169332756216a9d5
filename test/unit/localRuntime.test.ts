import assert from 'node:assert/strict';
import type { RolloutRequest } from '../../runtime/agentRuntime.ts';
import type { RunEvent } from '../../runtime/contract/events.ts';
import { pass } from '../../runtime/health/healthCheck.ts';
import type { JudgeChoice } from '../../runtime/judge/judgeChoice.ts';
import { ruleJudge } from '../../runtime/judge/ruleJudge.ts';
import { LocalRuntime, type LocalRuntimeParts } from '../../runtime/localRuntime.ts';
import type { Policy } from '../../runtime/policy/policy.ts';
import type { SandboxPool } from '../../runtime/sandbox/sandbox.ts';
import { SharedSandboxes } from '../../runtime/sharedSandboxes.ts';
import { assembleTrajectory } from '../../runtime/store/assembleTrajectory.ts';
import { noFiles } from '../../runtime/support/chosenFiles.ts';
import { failure, HumanError } from '../../runtime/support/errors.ts';
import { silentLog } from '../../runtime/support/log.ts';
import { makeStarted, makeTask } from '../fakes/records.ts';
import { makeTrajectoryRecords } from '../fakes/trajectoryRecords.ts';

const progress = { activity: 'Loading', done: 1, total: 2, unit: 'steps' as const };

/** Counts what is opened and closed. */
class Counts {
  readonly opened: string[] = [];
  readonly closed: string[] = [];
  readonly judges: string[] = [];
}

function policy(counts: Counts, model: string): Policy {
  return {
    model,
    capabilities: { tokens: false, logProbs: false, grammar: false, promptStyle: 'full' },
    contextTokens: null,
    complete: () => Promise.reject(new Error('not asked in these tests')),
    countTokens: () => Promise.resolve(0),
    dispose: () => Promise.resolve(void counts.closed.push(`policy ${model}`)),
  };
}

function pool(counts: Counts): SandboxPool {
  return {
    acquire: () => Promise.reject(new Error('not asked in these tests')),
    probe: () => Promise.resolve([]),
    close: () => Promise.resolve(void counts.closed.push('pool')),
  };
}

function open(changes: Partial<LocalRuntimeParts> = {}) {
  const counts = new Counts();
  const parts: LocalRuntimeParts = {
    clock: { now: () => '2026-03-01T10:00:00.000Z', monotonic: () => 5 },
    log: silentLog,
    openPolicy: (model) => {
      counts.opened.push(`policy ${model}`);
      return Promise.resolve(policy(counts, model));
    },
    openJudge: (choice) => {
      counts.judges.push(choice.name);
      return Promise.resolve(ruleJudge('fixed'));
    },
    replayPolicy: () => Promise.resolve(policy(counts, 'replay')),
    openScratch: () =>
      Promise.resolve({
        folder: '/scratch',
        remove: () => Promise.resolve(void counts.closed.push('scratch')),
      }),
    sandboxes: new SharedSandboxes((onProgress) => {
      counts.opened.push('pool');
      onProgress(progress);
      return Promise.resolve({ pool: pool(counts), kept: null, tables: null });
    }),
    openSink: (file) =>
      Promise.resolve({
        file,
        append: () => Promise.resolve(),
        close: () => Promise.resolve(void counts.closed.push(`sink ${file}`)),
      }),
    runRollout: () => Promise.resolve({ stopReason: 'final-answer', failure: null }),
    preview: ({ task }, { model }) =>
      Promise.resolve({
        ...{ style: 'full', system: `${model} on ${task.id}`, examples: [], tools: [] },
        ...{ promptTokens: 3, contextTokens: null },
      }),
    readTable: () => Promise.reject(new Error('not asked in these tests')),
    listModels: () => Promise.resolve([]),
    tryPolicy: () => Promise.resolve('It answered: ready'),
    setKeys: () => undefined,
    checks: (openPool) => [
      {
        name: 'pool',
        limitMilliseconds: 1000,
        run: async () => pass('pool', `${(await (await openPool()).probe()).length} guarantees`),
      },
    ],
    hasModel: () => Promise.resolve(true),
    fetchModel: () => Promise.resolve(void counts.opened.push('model')),
    hasSnapshot: () => Promise.resolve(true),
    offerDataPack: () => Promise.resolve({ packages: [], source: '', isInstalled: false }),
    installDataPack: () => Promise.resolve(),
    close: () => Promise.resolve(void counts.closed.push('documents')),
    ...changes,
  };
  return { runtime: new LocalRuntime(parts), counts };
}

const isPool = (name: string): boolean => name === 'pool';

function request(changes: Partial<RolloutRequest> = {}): RolloutRequest {
  const { recipe } = makeStarted();
  return {
    trajectoryId: 't1',
    task: makeTask(),
    files: noFiles,
    model: 'embedded',
    recipe,
    seed: 1,
    file: '/x.jsonl',
    outputFolder: '/out',
    branch: null,
    ...changes,
  };
}

function listen() {
  const events: RunEvent[] = [];
  const controller = new AbortController();
  return {
    events,
    controller,
    options: { signal: controller.signal, onEvent: (event: RunEvent) => events.push(event) },
  };
}

describe('LocalRuntime', () => {
  it('shows what a rollout would be given with the model that rollouts share', async () => {
    const { runtime, counts } = open();
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    const { system } = await runtime.preview(request(), options);
    assert.equal(system, `embedded on ${makeTask().id}`);
    await runtime.run(request(), listen().options);
    assert.equal(counts.opened.filter((one) => one === 'policy embedded').length, 1);
  });

  it('opens a model anew whose server has gone, and closes both at the end', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const models: string[] = [];
    const { runtime, counts } = open({
      openPolicy: (model) => {
        models.push(model);
        const plain = policy(counts, `${model} ${models.length}`);
        return Promise.resolve(models.length === 1 ? { ...plain, ended } : plain);
      },
    });
    const { options } = listen();
    await runtime.run(request({ model: 'checkpoint:first/4' }), options);
    await runtime.run(request({ model: 'checkpoint:first/4' }), options);
    assert.equal(models.length, 1);
    end();
    await ended;
    await runtime.run(request({ model: 'checkpoint:first/4' }), options);
    assert.equal(models.length, 2);
    await runtime.close();
    const closed = counts.closed.filter((name) => name.startsWith('policy')).sort();
    assert.deepEqual(closed, ['policy checkpoint:first/4 1', 'policy checkpoint:first/4 2']);
  });

  it('opens model, sandbox and file, runs, and closes the file', async () => {
    const { runtime, counts } = open();
    const { options, events } = listen();
    const ending = await runtime.run(request(), options);
    assert.equal(ending.stopReason, 'final-answer');
    assert.deepEqual(counts.opened, ['policy embedded', 'pool']);
    assert.deepEqual(counts.closed, ['sink /x.jsonl']);
    assert.deepEqual(
      events.map((event) => event.type),
      ['progress-reported'],
    );
  });

  it('opens each model and the sandbox once', async () => {
    const { runtime, counts } = open();
    const { options } = listen();
    await Promise.all([runtime.run(request(), options), runtime.run(request(), options)]);
    await runtime.run(request({ model: 'other' }), options);
    assert.deepEqual(counts.opened, ['policy embedded', 'pool', 'policy other']);
  });

  it('opens a new sandbox for what comes after numpy and pandas were installed, and closes both', async () => {
    const { runtime, counts } = open();
    const { options } = listen();
    const never = new AbortController().signal;
    await runtime.run(request(), options);
    await runtime.installDataPack({ signal: never, onProgress: () => undefined });
    assert.deepEqual(counts.closed.filter(isPool), []);
    await runtime.run(request(), options);
    assert.deepEqual(counts.opened.filter(isPool), ['pool', 'pool']);
    await runtime.close();
    assert.deepEqual(counts.closed.filter(isPool), ['pool', 'pool']);
  });

  it('keeps the sandbox when the installation fails', async () => {
    const { runtime, counts } = open({
      installDataPack: () => Promise.reject(failure('sandbox', 'data-pack', 'No connection.')),
    });
    const { options } = listen();
    const never = new AbortController().signal;
    await runtime.run(request(), options);
    const installing = runtime.installDataPack({ signal: never, onProgress: () => undefined });
    await assert.rejects(installing, /No connection/);
    await runtime.run(request(), options);
    assert.deepEqual(counts.opened.filter(isPool), ['pool']);
  });

  it('keeps nothing when no file is asked for', async () => {
    const { runtime, counts } = open();
    await runtime.run(request({ file: null }), listen().options);
    assert.deepEqual(counts.closed, []);
  });

  it('tells a model that cannot be opened as an ending, and tries again next time', async () => {
    let tries = 0;
    const { runtime } = open({
      openPolicy: () => {
        tries += 1;
        return Promise.reject(failure('policy', 'wrong-key', 'The key is wrong.'));
      },
    });
    const { options, events } = listen();
    const ending = await runtime.run(request(), options);
    assert.equal(ending.failure?.code, 'policy/wrong-key');
    assert.deepEqual(
      events.map((event) => event.type).filter((type) => type !== 'progress-reported'),
      ['failure-recorded', 'rollout-ended'],
    );
    await runtime.run(request(), options);
    assert.equal(tries, 2);
  });

  it('tells a file that cannot be written in the same way', async () => {
    const { runtime } = open({
      openSink: () => Promise.reject(failure('store', 'read-only', 'It is read-only.')),
    });
    const ending = await runtime.run(request(), listen().options);
    assert.deepEqual([ending.stopReason, ending.failure?.code], ['failure', 'store/read-only']);
  });

  it('tells a model that a person named wrongly from one that is broken', async () => {
    const { runtime } = open({
      openPolicy: () => Promise.reject(new HumanError('There is no such model.')),
    });
    const { failure: told } = await runtime.run(request(), listen().options);
    assert.deepEqual(told, {
      code: 'policy/not-usable',
      boundary: 'policy',
      message: 'There is no such model.',
    });
  });

  it('stops at once while something is still opening', async () => {
    const { runtime } = open({ openPolicy: () => new Promise(() => undefined) });
    const { options, controller, events } = listen();
    const running = runtime.run(request(), options);
    controller.abort();
    const ending = await running;
    assert.deepEqual(ending, { stopReason: 'cancelled', failure: null });
    const last = events.at(-1);
    assert.ok(last?.type === 'rollout-ended');
    assert.equal(last.stopReason, 'cancelled');
  });

  it('lets a model go on opening for others when the rollout that asked first is stopped', async () => {
    const signals: AbortSignal[] = [];
    let finish: () => void = () => undefined;
    const { runtime } = open({
      openPolicy: (model, { signal }) => {
        signals.push(signal);
        return new Promise((resolve, reject) => {
          finish = () => resolve(policy(new Counts(), model));
          signal.addEventListener('abort', () => reject(new DOMException('off', 'AbortError')));
        });
      },
    });
    const [first, second] = [listen(), listen()];
    const stopped = runtime.run(request(), first.options);
    const other = runtime.run(request(), second.options);
    first.controller.abort();
    assert.equal((await stopped).stopReason, 'cancelled');
    assert.equal(signals[0]?.aborted, false);
    finish();
    assert.equal((await other).stopReason, 'final-answer');

    // One that everybody left is called off, and opened anew for whoever comes next.
    const third = listen();
    const alone = runtime.run(request({ model: 'slow' }), third.options);
    third.controller.abort();
    await alone;
    assert.equal(signals[1]?.aborted, true);
    const again = runtime.run(request({ model: 'slow' }), listen().options);
    finish();
    assert.equal((await again).stopReason, 'final-answer');
    assert.equal(signals.length, 3);
  });

  it('closes the file also when the rollout breaks', async () => {
    const { runtime, counts } = open({
      runRollout: () => Promise.reject(new Error('a fault of ours')),
    });
    const ending = await runtime.run(request(), listen().options);
    assert.equal(ending.failure?.message, 'a fault of ours');
    assert.deepEqual(counts.closed, ['sink /x.jsonl']);
  });

  it('replays with a policy of its own, stores nothing and disposes of it', async () => {
    let file: string | null = 'x';
    const { runtime, counts } = open({
      runRollout: ({ request: asked, policy: used }) => {
        file = asked.file;
        assert.equal(asked.outputFolder, '/scratch');
        assert.equal(used.model, 'replay');
        return Promise.resolve({ stopReason: 'final-answer', failure: null });
      },
    });
    const { trajectory } = assembleTrajectory(makeTrajectoryRecords('t1'));
    await runtime.replay(trajectory!, noFiles, listen().options);
    assert.equal(file, null);
    assert.deepEqual(counts.closed, ['policy replay', 'scratch']);
  });

  it('is prepared when model and snapshot are there, and prepares both', async () => {
    assert.equal(await open().runtime.isPrepared(), true);
    const { runtime, counts } = open({ hasSnapshot: () => Promise.resolve(false) });
    assert.equal(await runtime.isPrepared(), false);
    const told: string[] = [];
    const signal = new AbortController().signal;
    await runtime.prepare({ signal, onProgress: ({ activity }) => told.push(activity) });
    assert.deepEqual(counts.opened, ['model', 'pool']);
    assert.deepEqual(told, ['Loading']);
  });

  it('checks the machine with the one sandbox it has', async () => {
    const { runtime, counts } = open();
    await runtime.run(request(), listen().options);
    const [check] = await runtime.checkMachine(new AbortController().signal);
    assert.equal(check?.detail, '0 guarantees');
    assert.deepEqual(counts.opened, ['policy embedded', 'pool']);
  });

  const tableRequest = {
    trajectoryId: 't1',
    step: 1,
    name: 'x',
    offset: 0,
    limit: 1,
    load: () => Promise.reject(new Error('not asked in these tests')),
  };

  it('reads a table with the models that are open, and loads none for it', async () => {
    const asked: (Promise<Policy> | null)[] = [];
    const page = {
      columns: [],
      totalRows: 0,
      totalColumns: 0,
      offset: 0,
      rows: [],
      rebuilt: false,
    };
    const { runtime, counts } = open({
      readTable: ({ openedPolicy }) => {
        asked.push(openedPolicy('embedded'), openedPolicy('other'));
        return Promise.resolve(page);
      },
    });
    await runtime.run(request(), listen().options);
    assert.equal(await runtime.readTable(tableRequest, new AbortController().signal), page);
    assert.equal((await asked[0])?.model, 'embedded');
    assert.equal(asked[1], null);
    assert.deepEqual(counts.opened, ['policy embedded', 'pool']);
  });

  it('leaves a table that is waited for when the request is stopped', async () => {
    const { runtime } = open({
      sandboxes: new SharedSandboxes(() => new Promise(() => undefined)),
    });
    await assert.rejects(runtime.readTable(tableRequest, AbortSignal.abort()), {
      name: 'AbortError',
    });
  });

  describe('checks a model', () => {
    const signal = new AbortController().signal;

    it('that answers', async () => {
      const { runtime } = open();
      const { answers, detail } = await runtime.checkModel('m@http://localhost/v1', signal);
      assert.deepEqual([answers, detail], [true, 'It answered: ready']);
    });

    it('that cannot be opened, or does not answer', async () => {
      const away = failure('policy', 'unreachable', 'Nobody is there.');
      for (const changes of [
        { openPolicy: () => Promise.reject(away) },
        { tryPolicy: () => Promise.reject(away) },
      ]) {
        const { answers, detail } = await open(changes).runtime.checkModel('m', signal);
        assert.deepEqual([answers, detail], [false, 'Nobody is there.']);
      }
    });

    it('without fetching the embedded one', async () => {
      const { runtime, counts } = open({ hasModel: () => Promise.resolve(false) });
      const { answers, detail } = await runtime.checkModel('embedded', signal);
      assert.equal(answers, false);
      assert.match(detail, /not on this machine yet/);
      assert.deepEqual(counts.opened, []);
    });

    it('no longer than it is waited for', async () => {
      const { runtime } = open({ openPolicy: () => new Promise(() => undefined) });
      const { answers } = await runtime.checkModel('m', AbortSignal.timeout(20));
      assert.equal(answers, false);
    });
  });

  it('hands endpoints and keys on', async () => {
    const seen: unknown[] = [];
    const { runtime } = open({
      listModels: (_signal, endpoints) => {
        seen.push(endpoints);
        return Promise.resolve([]);
      },
      setKeys: (keys) => seen.push(keys),
    });
    const signal = new AbortController().signal;
    await runtime.listModels(signal, ['http://a/v1']);
    await runtime.listModels(signal);
    runtime.setKeys({ 'http://a/v1': 'k' });
    assert.deepEqual(seen, [['http://a/v1'], [], { 'http://a/v1': 'k' }]);
  });

  it('opens the judge that a rollout names, and the rule judge for one that names none', async () => {
    const { runtime, counts } = open();
    const { options } = listen();
    await runtime.run(request(), options);
    const judge: JudgeChoice = {
      name: 'llm',
      model: 'other',
      asks: 1,
      taught: { version: 1, examples: [] },
    };
    await runtime.run({ ...request(), judge }, options);
    assert.deepEqual(counts.judges, ['rule', 'llm']);
  });

  it('lets a judge share the model of rollouts', async () => {
    const judges: string[] = [];
    const { runtime, counts } = open({
      openJudge: async (choice, { openPolicy }) => {
        judges.push((await openPolicy(choice.model)).model);
        return ruleJudge('fixed');
      },
    });
    await runtime.run(request(), listen().options);
    const choice = { name: 'llm', model: 'embedded', asks: 1 } as const;
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    await runtime.openJudge({ ...choice, taught: { version: 1, examples: [] } }, options);
    assert.equal(counts.opened.filter((name) => name === 'policy embedded').length, 1);
    assert.equal(judges.at(-1), 'embedded');
  });

  it('closes everything that it opened, also when one part fails', async () => {
    const { runtime, counts } = open({ close: () => Promise.reject(new Error('stuck')) });
    await runtime.run(request(), listen().options);
    await runtime.close();
    assert.deepEqual(counts.closed.sort(), ['policy embedded', 'pool', 'sink /x.jsonl']);
  });
});
