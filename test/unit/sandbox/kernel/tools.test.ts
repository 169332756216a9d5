import assert from 'node:assert/strict';
import type { PyodideSandboxPool } from '../../../../runtime/sandbox/pyodideSandboxPool.ts';
import type { CallTool, Sandbox } from '../../../../runtime/sandbox/sandbox.ts';
import { failure } from '../../../../runtime/support/errors.ts';
import {
  never,
  openSandboxPool,
  runCode,
  standardSettings,
  testEpisode,
} from '../../../fakes/sandboxPool.ts';

describe('tools in Python', function () {
  this.timeout(60_000);
  let pool: PyodideSandboxPool;
  let sandbox: Sandbox | null = null;
  before(() => {
    pool = openSandboxPool();
  });
  after(() => pool.close());
  afterEach(() => sandbox?.release());

  const withTool = async (callTool: CallTool, code: string) => {
    sandbox = await pool.acquire(testEpisode({ callTool }), never);
    return runCode(sandbox, code);
  };
  const echo: CallTool = (_name, args) => Promise.resolve({ ok: true, value: args });

  const wrong: readonly [string, RegExp][] = [
    ['web_qa(x="a")', /unexpected keyword argument 'x'; call it as web_qa\(question: str\)$/],
    ['web_qa()', /missing the argument 'question'; call it as/],
    ['web_qa("a", "b")', /takes 1 argument but 2 were given; call it as/],
    ['web_qa("a", question="b")', /two values for the argument 'question'/],
    [
      'web_qa({"question": "a"})',
      /dict as its only argument; pass the values by name: web_qa\(question='a'\)/,
    ],
    ['inspect_file_as_text()', /inspect_file_as_text\(file_path: str, question: str = None\)/],
    ['web_qa(lambda: 1)', /a function cannot leave the sandbox/],
    ['web_qa(iter([1]))', /list_iterator cannot leave/],
    ['parallel([web_qa])', /missing the argument/],
    ['parallel([1])', /list of \(tool, arguments\) pairs/],
    ['parallel([(final_answer, 1)])', /list of \(tool, arguments\) pairs/],
  ];
  for (const [code, message] of wrong) {
    it(`explain ${code}`, async () => {
      const { error, toolCalls } = await withTool(echo, code);
      assert.equal(error?.type, 'TypeError');
      assert.match(error.message, message);
      assert.deepEqual(toolCalls, []);
    });
  }

  it('get plain values, with defaults filled in, and give plain values back', async () => {
    const seen: unknown[] = [];
    const spy: CallTool = (name, args) => {
      seen.push([name, args]);
      return Promise.resolve({ ok: true, value: { list: [1, null], big: 2n ** 70n } });
    };
    const result = await withTool(spy, 'inspect_file_as_text("a.pdf")["big"] == 2 ** 70');
    assert.equal(result.value, 'True');
    assert.deepEqual(seen, [['inspect_file_as_text', { file_path: 'a.pdf', question: null }]]);
    const [call] = result.toolCalls;
    assert.deepEqual([call?.index, call?.name, call?.outcome], [0, 'inspect_file_as_text', 'ok']);
  });

  it('carry every kind of value to the host and back', async () => {
    const code = [
      'import datetime, decimal',
      'value = {"t": (1, 2), "s": {1}, "n": float("nan"), "b": b"\\xff", "i": 10 ** 30, "d": datetime.date(2024, 1, 2)}',
      'back = web_qa(value)["question"]',
      '[back["t"], back["s"], back["n"], back["i"], back["d"]]',
    ].join('\n');
    const result = await withTool(echo, code);
    assert.equal(
      result.value,
      "[[1, 2], [1], 'nan', '1000000000000000000000000000000', '2024-01-02']",
    );
    assert.deepEqual(result.toolCalls[0]?.arguments['question'], {
      t: { $: 'tuple', v: [1, 2] },
      s: { $: 'set', v: [1] },
      n: { $: 'float', v: 'nan' },
      b: { $: 'bytes', v: '/w==' },
      i: { $: 'int', v: '0xc9f2c9cd04674edea40000000' },
      d: { $: 'date', v: '2024-01-02' },
    });
  });

  for (const [pythonType, raised] of [
    ['FileNotFoundError', 'FileNotFoundError'],
    ['ValueError', 'ValueError'],
    ['SystemExit', 'ToolError'],
    ['KeyboardInterrupt', 'ToolError'],
    ['NoSuchName', 'ToolError'],
  ] as const) {
    it(`raise ${raised} for ${pythonType}`, async () => {
      const failing: CallTool = () =>
        Promise.resolve({ ok: false, pythonType, message: 'no such file' });
      const { error, toolCalls } = await withTool(failing, 'web_qa("a")');
      assert.deepEqual([error?.type, error?.message, error?.line], [raised, 'no such file', 1]);
      assert.deepEqual(
        [toolCalls[0]?.outcome, toolCalls[0]?.preview],
        ['error', `${pythonType}: no such file`],
      );
    });
  }

  it('run at once with parallel, failures among them', async () => {
    let running = 0;
    let most = 0;
    // Each waits until all of them run.
    let tell = (): void => undefined;
    const all = new Promise<void>((resolve) => (tell = resolve));
    const slow: CallTool = async (_name, args) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 3) tell();
      await all;
      running -= 1;
      if (args['question'] === 'b')
        return { ok: false, pythonType: 'ValueError', message: 'b is bad' };
      return { ok: true, value: args['question'] };
    };
    const code = 'parallel([(web_qa, {"question": "a"}), (web_qa, "b"), (web_qa, "c")])';
    const result = await withTool(slow, code);
    assert.deepEqual([result.value, most], ["['a', ValueError('b is bad'), 'c']", 3]);
    assert.equal(result.toolCalls.length, 3);
  });

  it('are limited in number', async () => {
    const settings = standardSettings({ maxToolCallsPerStep: 3 });
    sandbox = await pool.acquire(testEpisode({ settings }), never);
    const { error, toolCalls } = await runCode(sandbox, 'for i in range(9): web_qa("q")');
    assert.deepEqual([error?.type, toolCalls.length], ['RuntimeError', 3]);
    assert.match(error?.message ?? '', /3 tool calls; go on in the next step/);
    assert.equal((await runCode(sandbox, 'web_qa("q")')).outcome, 'executed');
  });

  it('end the rollout, not the step, when their machinery breaks', async () => {
    const broken: CallTool = () => Promise.reject(failure('tool', 'down', 'The service is down.'));
    await assert.rejects(
      withTool(broken, 'try:\n    web_qa("q")\nexcept BaseException:\n    pass'),
      {
        failure: { code: 'tool/down', boundary: 'tool', message: 'The service is down.' },
      },
    );
  });

  it('are told as they are called and answered', async () => {
    const told: string[] = [];
    sandbox = await pool.acquire(testEpisode(), never);
    await runCode(sandbox, 'web_qa("q")', {
      onToolCalled: (call) => told.push(`called ${call.name}`),
      onToolAnswered: (call) => told.push(`${call.outcome} ${call.preview}`),
    });
    assert.deepEqual(told, ['called web_qa', 'ok {"question":"q"}']);
  });

  it('take time that the step is not charged for', async () => {
    const slow: CallTool = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { ok: true, value: 1 };
    };
    sandbox = await pool.acquire(testEpisode({ callTool: slow }), never);
    const result = await runCode(sandbox, 'web_qa("q")', { timeoutMilliseconds: 400 });
    assert.equal(result.outcome, 'executed');
    assert.ok(result.milliseconds < 400, `${result.milliseconds}`);
  });

  it('cannot be reached with frames that the kernel would not write', async () => {
    const raw = openSandboxPool({ guard: false });
    try {
      const attacked = await raw.acquire(testEpisode(), never);
      const forge = (payload: string) =>
        `import os\np = ${JSON.stringify(payload)}.encode()\nfor fd in range(3, 12):\n    try:\n        os.write(fd, b"T" + len(p).to_bytes(4, "little") + p)\n    except OSError: pass`;
      for (const payload of [
        '{"name":"no_such_tool","args":{}}',
        '{"name":"web_qa","args":{"evil":1}}',
        '[]',
        '{',
      ]) {
        const result = await runCode(attacked, forge(payload));
        assert.deepEqual(result.violations, ['tool-frame'], payload);
        assert.deepEqual(result.toolCalls, []);
      }
      const report = await runCode(attacked, forge('{}').replace('b"T"', 'b"R"'));
      assert.deepEqual([report.outcome, report.violations], ['aborted', ['report']]);
      const huge = await runCode(attacked, 'import os\nos.write(3, b"T" + b"\\xff" * 4)');
      assert.deepEqual([huge.outcome, huge.violations], ['aborted', ['channel']]);
      assert.equal((await runCode(attacked, '1 + 1')).value, '2');
    } finally {
      await raw.close();
    }
  });
});
