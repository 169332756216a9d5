// The environment on the real sandbox: what a policy's calls do, and how it is compared.
import assert from 'node:assert/strict';
import type { EnvironmentSandbox } from '../../../runtime/environment/taskEnvironment.ts';
import { environmentOf } from '../../../runtime/environment/environmentOf.ts';
import type { Task } from '../../../runtime/contract/task.ts';
import type { SandboxPool, StepResult } from '../../../runtime/sandbox/sandbox.ts';
import { callLines, deskSetting, deskTask, environmentPython } from '../../fakes/deskTask.ts';
import { never, openSandboxPool, standardSettings, testEpisode } from '../../fakes/sandboxPool.ts';

describe('an environment in the sandbox', function () {
  this.timeout(60_000);
  let pool: SandboxPool;

  before(() => {
    pool = openSandboxPool();
  });
  after(() => pool.close());

  async function inEnvironment<Result>(
    task: Task,
    use: (sandbox: EnvironmentSandbox) => Promise<Result>,
  ): Promise<Result> {
    const environment = environmentOf('artist-tools', task, environmentPython);
    assert.ok(environment !== null);
    const { tools, callTool, imports } = environment.sandbox;
    const settings = standardSettings({ allowedImports: [...imports] });
    const sandbox = await pool.acquire(testEpisode({ tools, callTool, settings }), never);
    try {
      return await use(await environment.open(sandbox, never));
    } finally {
      await sandbox.release();
    }
  }

  function act(
    sandbox: EnvironmentSandbox,
    code: string,
    heard: string[] = [],
  ): Promise<StepResult> {
    return sandbox.run(code, {
      timeoutMilliseconds: 5000,
      maxOutputCharacters: 2000,
      signal: never,
      onToolCalled: ({ name }) => heard.push(`called ${name}`),
      onToolAnswered: ({ name, outcome }) => heard.push(`${name} ${outcome}`),
    });
  }

  const trueCalls = callLines(
    ['read_file', { path: 'note.txt' }],
    ['book_room', { room: 'Linde', guest: 'Ada', arrival: '2026-05-04', nights: 2 }],
    ['move_file', { source: 'note.txt', target: 'done' }],
  );

  it('makes the calls of an action in order and tells of each', async () => {
    const heard: string[] = [];
    const result = await inEnvironment(deskTask(), (sandbox) => act(sandbox, trueCalls, heard));
    assert.equal(result.outcome, 'executed');
    assert.deepEqual(
      result.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      [
        { name: 'read_file', result: 'Ada wants Linde.' },
        { name: 'book_room', result: { booking: 'B1', total: 160 } },
        { name: 'move_file', result: '/done/note.txt' },
      ],
    );
    assert.deepEqual(
      result.toolCalls.map(({ index, name, outcome, preview }) => [index, name, outcome, preview]),
      [
        [0, 'read_file', 'ok', '"Ada wants Linde."'],
        [1, 'book_room', 'ok', '{"booking":"B1","total":160}'],
        [2, 'move_file', 'ok', '"/done/note.txt"'],
      ],
    );
    assert.deepEqual(heard.slice(0, 2), ['called read_file', 'read_file ok']);
    assert.equal(heard.length, 6);
    assert.deepEqual([result.finalAnswer, result.variables], [null, []]);
  });

  it('matches everything after the true calls, whatever turns they came in and in whatever order', async () => {
    const outcome = await inEnvironment(deskTask(), async (sandbox) => {
      await act(sandbox, callLines(['move_file', { source: 'note.txt', target: 'done' }]));
      await act(sandbox, callLines(['read_file', { path: 'done/note.txt' }]));
      await act(
        sandbox,
        callLines(['book_room', { nights: 2, arrival: '2026-05-04', guest: 'Ada', room: 'Linde' }]),
      );
      return sandbox.compare(never);
    });
    assert.deepEqual(outcome, {
      attributes: 7,
      matchedAttributes: 7,
      untouchedAttributes: 4,
      keptAttributes: 4,
      results: 3,
      matchedResults: 3,
      differing: [],
      missing: [],
    });
  });

  it('names what differs when nothing was called', async () => {
    const outcome = await inEnvironment(deskTask(), (sandbox) => sandbox.compare(never));
    assert.deepEqual(outcome, {
      attributes: 7,
      matchedAttributes: 4,
      untouchedAttributes: 4,
      keptAttributes: 4,
      results: 3,
      matchedResults: 0,
      differing: ['files.files', 'desk.bookings', 'desk.counter'],
      missing: [0, 1, 2],
    });
  });

  it('counts a result once: two equal true results need two', async () => {
    const read = { name: 'read_file', arguments: { path: 'note.txt' } };
    const outcome = await inEnvironment(deskTask({ truth: [read, read] }), async (sandbox) => {
      await act(sandbox, JSON.stringify(read));
      return sandbox.compare(never);
    });
    assert.deepEqual([outcome.results, outcome.matchedResults, outcome.missing], [2, 1, [1]]);
  });

  it('lets a further call cost what it changed', async () => {
    const outcome = await inEnvironment(deskTask(), async (sandbox) => {
      await act(sandbox, trueCalls);
      await act(sandbox, callLines(['make_folder', { folder: 'extra' }]));
      return sandbox.compare(never);
    });
    assert.deepEqual([outcome.differing, outcome.matchedResults], [['files.folders'], 3]);
    assert.deepEqual([outcome.untouchedAttributes, outcome.keptAttributes], [4, 3]);
  });

  it('goes on after a call that fails, and a failed call changes nothing', async () => {
    await inEnvironment(deskTask(), async (sandbox) => {
      const result = await act(
        sandbox,
        callLines(
          ['move_file', { source: 'missing.txt', target: 'done' }],
          ['book_room', { room: 'Linde', guest: 'Ada', arrival: 'soon', nights: 2 }],
          ['book_room', { room: 'Linde', guest: 'Ada', arrival: '2026-05-04', nights: 0 }],
          ['read_file', { path: 'note.txt' }],
        ),
      );
      assert.equal(result.outcome, 'python-error');
      assert.deepEqual(result.error, {
        type: 'FileNotFoundError',
        message: 'there is no file /missing.txt',
        line: 1,
        traceback: [],
      });
      assert.deepEqual(
        result.toolCalls.map(({ outcome }) => outcome),
        ['error', 'error', 'error', 'ok'],
      );
      const { differing } = await sandbox.compare(never);
      assert.deepEqual(differing, ['files.files', 'desk.bookings', 'desk.counter']);
    });
  });

  const wrongCalls: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
    ['a tool that does not exist', 'fly', {}, /there is no tool fly/],
    ['a private method', '_resolve', { path: 'x' }, /there is no tool _resolve/],
    ['a method of every object', '__init__', {}, /there is no tool __init__/],
    ['an attribute that is no tool', 'files', {}, /there is no tool files/],
    ['a parameter that does not exist', 'read_file', { file: 'a' }, /unexpected keyword/],
    ['a parameter that is missing', 'read_file', {}, /missing 1 required/],
    ['a number for a path', 'read_file', { path: 5 }, /path must be a text/],
    [
      'a list for a room',
      'book_room',
      { room: [], guest: 'Ada', arrival: '', nights: 1 },
      /unhashable/,
    ],
    [
      'true for a number',
      'find_rooms',
      { beds: true, arrival: '2026-05-04', nights: 1 },
      /whole number/,
    ],
    [
      'more nights than there are days',
      'find_rooms',
      { beds: 1, arrival: '2026-05-04', nights: 10 ** 12 },
      /./,
    ],
  ];
  for (const [what, name, given, message] of wrongCalls) {
    it(`answers ${what} with an error`, async () => {
      const result = await inEnvironment(deskTask(), (sandbox) =>
        act(sandbox, callLines([name, given])),
      );
      assert.match(result.toolCalls[0]?.preview ?? '', message);
      assert.equal(result.toolCalls[0]?.outcome, 'error');
    });
  }

  const texts = [
    "'); import os  #",
    '"""\\n',
    '{a.__class__.__init__}',
    '\u2028 \u0000 é 日本 👩‍👧',
    "report('{}')",
    '\\ud800',
    '9'.repeat(5000),
  ];
  it('takes the words of a policy as data, whatever they are', async () => {
    await inEnvironment(deskTask(), async (sandbox) => {
      for (const text of texts) {
        const result = await act(
          sandbox,
          callLines(['write_file', { path: 'x.txt', text }], ['read_file', { path: 'x.txt' }]),
        );
        assert.equal(result.outcome, 'executed', text);
        const [, read = ''] = result.stdout.split('\n');
        assert.deepEqual(JSON.parse(read), { name: 'read_file', result: text });
      }
    });
  });

  it('reads an action that is no call as a syntax error, with its line', async () => {
    const result = await inEnvironment(deskTask(), (sandbox) =>
      act(sandbox, `${callLines(['read_file', { path: 'note.txt' }])}\nread_file("note.txt")`),
    );
    assert.deepEqual(
      [result.outcome, result.error?.line, result.toolCalls],
      ['syntax-error', 2, []],
    );
  });

  it('starts each task afresh', async () => {
    await inEnvironment(deskTask(), (sandbox) => act(sandbox, trueCalls));
    const outcome = await inEnvironment(deskTask(), (sandbox) => sandbox.compare(never));
    assert.equal(outcome.matchedResults, 0);
  });

  it('is cancelled by its signal', async () => {
    await inEnvironment(deskTask(), async (sandbox) => {
      const signal = AbortSignal.abort();
      const result = await sandbox.run(trueCalls, {
        timeoutMilliseconds: 5000,
        maxOutputCharacters: 100,
        signal,
      });
      assert.deepEqual([result.outcome, result.toolCalls], ['cancelled', []]);
    });
  });

  const badTasks: readonly (readonly [string, Task, RegExp])[] = [
    [
      'a true call that fails',
      deskTask({ truth: [{ name: 'read_file', arguments: { path: 'no.txt' } }] }),
      /task desk-1 cannot be used: the true call of read_file fails: there is no file \/no\.txt/,
    ],
    [
      'an expected state that the calls do not lead to',
      deskTask({ expected: { desk: { bookings: {} } } }),
      /the true calls do not lead to the expected state of desk/,
    ],
    [
      'an initial state that is not whole',
      deskTask({ initial: { files: { files: {} } }, truth: deskSetting.truth.slice(0, 1) }),
      /the initial state is not whole: .*missing 2 required/,
    ],
  ];
  for (const [what, task, message] of badTasks) {
    it(`refuses ${what}, and says what to mend`, async () => {
      await assert.rejects(
        inEnvironment(task, () => Promise.resolve()),
        { message },
      );
    });
  }
});
