// What a step reports: values, output, errors, variables, the final answer. In a real sandbox.
import assert from 'node:assert/strict';
import type { PyodideSandboxPool } from '../../../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Sandbox } from '../../../../runtime/sandbox/sandbox.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../../../fakes/sandboxPool.ts';

describe('a step', function () {
  this.timeout(60_000);
  let pool: PyodideSandboxPool;
  let sandbox: Sandbox;
  before(() => {
    pool = openSandboxPool();
  });
  after(() => pool.close());
  beforeEach(async () => {
    sandbox = await pool.acquire(testEpisode(), never);
  });
  afterEach(() => sandbox.release());
  const run = (code: string) => runCode(sandbox, code);

  describe('its output and value', () => {
    it('are apart', async () => {
      const result = await run('print("a", end="")\nprint(1, 2, sep="-")\n[1, {"k": (2,)}]');
      assert.deepEqual([result.stdout, result.value], ['a1-2\n', "[1, {'k': (2,)}]"]);
    });

    it('keep head and tail of a flood', async () => {
      const code = 'print("HEAD")\nfor i in range(20000): print("line", i)\nprint("TAIL")';
      const result = await runCode(sandbox, code, { maxOutputCharacters: 400 });
      assert.match(
        result.stdout,
        /^HEAD\nline 0\n[\s\S]*characters left out[\s\S]*line 19999\nTAIL\n$/,
      );
      assert.ok(result.stdout.length < 500 && result.stdoutCut > 200_000, `${result.stdoutCut}`);
    });

    it('take warnings and what goes to a redirected stream', async () => {
      const code = [
        'import io, contextlib',
        's = io.StringIO()',
        'with contextlib.redirect_stdout(s): print("inside")',
        's.getvalue()',
      ].join('\n');
      assert.deepEqual([(await run(code)).value, (await run('1')).stdout], ["'inside\\n'", '']);
    });

    it('survive a repr that raises, is huge or has lone surrogates', async () => {
      const bad = await run('class B:\n    def __repr__(self): raise ValueError("no")\nb = B()\nb');
      assert.match(bad.value ?? '', /^<B instance at/);
      assert.match((await run('[b]')).value ?? '', /its repr raised ValueError/);
      assert.match((await run('10 ** 5000')).value ?? '', /int of \d+ bits/);
      assert.equal((await run('print("\\ud800")')).outcome, 'executed');
    });
  });

  describe('its last expression', () => {
    const cases: readonly [string, string | null][] = [
      ['x = 2\nx + 1', '3'],
      ['max(\n    1,\n    2,\n)', '2'],
      ['x = 1\n(x +\n 1\n)', '2'],
      ['x = [\n1,\n2]', null],
      ['x = """\nprint(1)\n"""', null],
      ['"""one\ntwo"""', "'one\\ntwo'"],
      ['x = 1; x', '1'],
      ['x = 1;', null],
      ['x = 5\nif x:\n    pass\nelse:\n    7', null],
      ['x = 5 + \\\n1\nx', '6'],
      ['x = 5 + \\\n1', null],
      ['@str\ndef f():\n    pass', null],
      ['3 # three\n# done\n\n', '3'],
      ['from __future__ import annotations\n4', '4'],
      ['x = 1\r\nx + 1\r\n', '2'],
      ['def f():\n    return 1\nf()', '1'],
      ['lambda: 0\nNone', null],
      ['y = ("a"\n"b")', null],
    ];
    for (const [code, value] of cases) {
      it(`is ${value ?? 'not there'} in ${JSON.stringify(code)}`, async () => {
        const result = await run(code);
        assert.deepEqual([result.outcome, result.value], ['executed', value]);
      });
    }

    it('is named by its line when it fails', async () => {
      const result = await run('x = 1\n\n# a note\nx / 0');
      assert.equal(result.error?.line, 4);
    });

    it('leaves the line of a syntax error as Python tells it', async () => {
      const result = await run('x = 1\ny = = 2\nx');
      assert.deepEqual([result.outcome, result.error?.line], ['syntax-error', 2]);
    });
  });

  describe('its errors', () => {
    it('name line, source and message, in the code of the policy only', async () => {
      const result = await run('def half(n):\n    return n / 0\n\nhalf(3)');
      assert.deepEqual(result.error, {
        type: 'ZeroDivisionError',
        message: 'division by zero',
        line: 2,
        traceback: [
          'File "<step 1>", line 4, in <module>\n    half(3)',
          'File "<step 1>", line 2, in half\n    return n / 0',
        ],
      });
    });

    it('point into earlier steps too', async () => {
      await run('def f():\n    raise KeyError("k")');
      const { error } = await run('x = 1\nf()');
      assert.deepEqual([error?.line, error?.message], [2, "'k'"]);
      assert.match(error?.traceback.join('\n') ?? '', /<step 1>", line 2/);
    });

    it('keep the suggestion of Python for a typo, and never guess', async () => {
      await run('result = 41');
      const { error, stdout } = await run('print(reslt)');
      assert.deepEqual([error?.type, stdout], ['NameError', '']);
      assert.equal(error?.message, "name 'reslt' is not defined. Did you mean: 'result'?");
      assert.match((await run('web_qua("x")')).error?.message ?? '', /Did you mean: 'web_qa'/);
      assert.match((await run('[].apend(1)')).error?.message ?? '', /Did you mean: .*append/);
    });

    it('of the syntax show the place', async () => {
      const { outcome, error, bound } = await run('x = 1\ny = (2,\nz = 3');
      assert.deepEqual([outcome, error?.type, bound], ['syntax-error', 'SyntaxError', []]);
      assert.equal(error?.line, 2);
      assert.equal((await run('return 1')).outcome, 'syntax-error');
      assert.equal((await run('x = "\0"')).outcome, 'syntax-error');
      assert.equal((await run('   x = 1')).error?.type, 'IndentationError');
    });

    it('keep what was assigned before them', async () => {
      const failed = await run('x = 5\ny = 1 / 0');
      assert.deepEqual([failed.bound, failed.recovery], [['x'], 'none']);
      assert.equal((await run('x')).value, '5');
    });

    it('of exit, interrupts and recursion are ordinary', async () => {
      assert.equal((await run('raise SystemExit(3)')).error?.type, 'SystemExit');
      assert.equal((await run('raise KeyboardInterrupt')).error?.type, 'KeyboardInterrupt');
      const deep = await run('def f(n): return f(n + 1)\nf(0)');
      assert.deepEqual([deep.outcome, deep.error?.type], ['python-error', 'RecursionError']);
      assert.equal(deep.error?.traceback.length, 12);
    });
  });

  describe('its variables', () => {
    it('have type, size, preview, step and change', async () => {
      await run('a = [1, 2]\nb = "text"\ndef f(x, y): pass\nimport json');
      const { variables } = await run('a.append(3)\nc = {"k": 1}\nb = b');
      const rows = variables.map((one) => [
        one.name,
        one.type,
        one.size,
        one.preview,
        one.step,
        one.change,
      ]);
      assert.deepEqual(rows, [
        ['a', 'list', 3, '[1, 2, 3]', 1, 'changed'],
        ['b', 'str', 4, "'text'", 1, 'unchanged'],
        ['f', 'function', null, 'def f(x, y)', 1, 'unchanged'],
        ['c', 'dict', 1, "{'k': 1}", 2, 'added'],
      ]);
    });

    it('carry the number of the step that the caller gives', async () => {
      const { variables, error } = await runCode(sandbox, 'a = 1\nb', { step: 7 });
      assert.equal(variables[0]?.step, 7);
      assert.match(error?.traceback[0] ?? '', /<step 7>/);
    });

    it('that look the same are not looked at again, and those that changed are', async () => {
      await run('text = "a" * 500\nnumber = 5\nitems = []\nitself = {}');
      const { variables } = await run(
        'items.append(text)\nnumber = number + 0\nitself["x"] = itself',
      );
      assert.deepEqual(
        variables.map(({ name, size, change }) => [name, size, change]),
        [
          ['text', 500, 'unchanged'],
          ['number', null, 'unchanged'],
          ['items', 1, 'changed'],
          ['itself', 1, 'changed'],
        ],
      );
    });

    it('are listed when their class answers for itself', async () => {
      const lies = [
        'class Kind(type):',
        '    def __hash__(self): raise ValueError("asked")',
        '    def __eq__(self, other): return True',
        'class Thing(dict, metaclass=Kind):',
        '    def __len__(self): raise ValueError("asked")',
        'thing = Thing()',
      ].join('\n');
      for (const step of [lies, 'other = thing']) {
        const { variables, outcome } = await run(step);
        assert.equal(outcome, 'executed');
        assert.deepEqual(
          variables.filter(({ type }) => type === 'Thing').map(({ size }) => size),
          step === lies ? [null] : [null, null],
        );
      }
    });

    it('that were deleted are named', async () => {
      await run('a = b = 1');
      const { deleted, variables } = await run('del a');
      assert.deepEqual([deleted, variables.map(({ name }) => name)], [['a'], ['b']]);
    });
  });

  describe('with a final answer', () => {
    const ending: readonly [string, unknown, string][] = [
      ['final_answer(1)\nprint("after")', 1, ''],
      ['try:\n    final_answer(1)\nexcept Exception:\n    final_answer(2)', 1, ''],
      ['try:\n    final_answer(1)\nexcept:\n    print("body")\nprint("after")', 1, 'body\n'],
      [
        'try:\n    final_answer(1)\nexcept BaseException:\n    final_answer(2)\nprint("after")',
        1,
        '',
      ],
      ['try:\n    final_answer(1)\nfinally:\n    final_answer(3)', 1, ''],
      ['try:\n    final_answer(1)\nfinally:\n    print("closed")', 1, 'closed\n'],
      ['x = [final_answer(i) for i in (1, 2)]', 1, ''],
      [
        'def f():\n    try:\n        final_answer(1)\n    finally:\n        return 2\nx = f()\nprint("after")',
        1,
        '',
      ],
      ['def f():\n    for i in range(9):\n        final_answer(i)\nf()', 0, ''],
      [
        'while True:\n    try:\n        final_answer(1)\n    except BaseException:\n        pass',
        1,
        '',
      ],
      [
        'for i in range(3):\n    try:\n        final_answer(i)\n    except BaseException:\n        continue\nprint("after")',
        0,
        '',
      ],
      ['with open("/tmp/a", "w") as f:\n    f.write("x")\n    final_answer(1)', 1, ''],
      ['final_answer(1)\nfinal_answer(2)', 1, ''],
      ['final_answer(answer="named")', 'named', ''],
      ['final_answer({"a": (1, {2}), "b": None})', { a: [1, [2]], b: null }, ''],
      ['import decimal\nfinal_answer(decimal.Decimal("1.50"))', '1.50', ''],
    ];
    for (const [code, value, stdout] of ending) {
      it(`ends at ${JSON.stringify(code)}`, async () => {
        const result = await run(code);
        assert.deepEqual([result.outcome, result.finalAnswer], ['final-answer', { value }]);
        assert.equal(result.stdout.replace(/.*SyntaxWarning.*\n/, ''), stdout);
        assert.equal(result.error, null);
      });
    }

    it('flushes the files that were open', async () => {
      await run('with open("/tmp/a", "w") as f:\n    f.write("x")\n    final_answer(1)');
      assert.equal((await run('open("/tmp/a").read()')).value, "'x'");
    });

    it('can be followed by another step', async () => {
      await run('final_answer(1)');
      assert.equal((await run('2')).value, '2');
      assert.deepEqual((await run('final_answer(3)')).finalAnswer, { value: 3 });
    });

    it('is refused for what only makes sense inside Python', async () => {
      const { outcome, error } = await run('final_answer(x for x in [1])');
      assert.deepEqual([outcome, error?.type], ['python-error', 'TypeError']);
    });
  });

  it('runs all of Python', async () => {
    const code = [
      'from dataclasses import dataclass, field',
      'from typing import NamedTuple',
      'import enum, functools',
      '@dataclass(frozen=True, order=True)',
      'class P:\n    x: int\n    tags: list = field(default_factory=list)',
      'class E(enum.Enum):\n    A = 1',
      'class T(NamedTuple):\n    a: int\n    b: str = "b"',
      'def counter():\n    n = 0\n    def up():\n        nonlocal n\n        n += 1\n        return n\n    return up',
      'def gen():\n    got = yield 1\n    yield got * 2',
      'async def co():\n    return 5',
      'c = co()\ntry: c.send(None)\nexcept StopIteration as stop: coroutine = stop.value',
      'g = gen(); next(g); sent = g.send(4)',
      'up = counter(); up()',
      'match {"kind": "p", "at": [1, 2]}:\n    case {"kind": str(k), "at": [a, *rest]} if a: matched = (k, a, rest)',
      'try:\n    raise ExceptionGroup("g", [ValueError(1)])\nexcept* ValueError as group: caught = len(group.exceptions)',
      'total = 0\nfor i in range(5):\n    try:\n        if i == 2: continue\n        if i == 4: break\n    finally:\n        total += 1',
      '[coroutine, sent, up(), matched, caught, total, P(1) < P(2), E.A.name, T(1), b"x"[0], functools.reduce(lambda p, q: p * q, [2, 3])]',
    ].join('\n');
    const result = await run(code);
    assert.equal(
      result.value,
      `[5, 8, 2, ('p', 1, [2]), 1, 5, True, 'A', T(a=1, b='b'), 120, 6]`,
      result.error?.message,
    );
  });

  it('imports what the standard library imports lazily', async () => {
    const code = [
      'import datetime, decimal, uuid, zipfile, csv, statistics, textwrap, hashlib',
      'datetime.datetime.strptime("2024-02-29", "%Y-%m-%d")',
      'hashlib.sha256(b"").hexdigest()[:4] + str(statistics.median([1, 3]))',
    ].join('\n');
    assert.equal((await run(code)).value, "'e3b02.0'".replace('e3b0', 'e3b0'));
  });
});
