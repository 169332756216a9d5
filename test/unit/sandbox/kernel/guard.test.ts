// Every way in which Python binds, deletes, imports or reaches for a name, run in a real sandbox.
import assert from 'node:assert/strict';
import type { PyodideSandboxPool } from '../../../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Sandbox } from '../../../../runtime/sandbox/sandbox.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../../../fakes/sandboxPool.ts';

/** Code, the name that must be refused, its line. */
const bindings: readonly [string, string, number][] = [
  ['web_qa = 1', 'web_qa', 1],
  ['x = final_answer = 1', 'final_answer', 1],
  ['web_qa += 1', 'web_qa', 1],
  ['web_qa: int = 1', 'web_qa', 1],
  ['print((web_qa := 1))', 'web_qa', 1],
  ['a, (b, *web_qa) = 1, (2, 3)', 'web_qa', 1],
  ['[a, web_qa] = [1, 2]', 'web_qa', 1],
  ['for web_qa in [1]:\n    pass', 'web_qa', 1],
  ['for i, web_qa in [(1, 2)]:\n    pass', 'web_qa', 1],
  ['async def f():\n    async for web_qa in x:\n        pass', 'web_qa', 2],
  ['with open("a") as web_qa:\n    pass', 'web_qa', 1],
  ['with open("a") as (b, web_qa):\n    pass', 'web_qa', 1],
  ['def web_qa():\n    pass', 'web_qa', 1],
  ['async def web_qa():\n    pass', 'web_qa', 1],
  ['class web_qa:\n    pass', 'web_qa', 1],
  ['import math as web_qa', 'web_qa', 1],
  ['from math import sqrt as final_answer', 'final_answer', 1],
  ['try:\n    pass\nexcept ValueError as web_qa:\n    pass', 'web_qa', 3],
  ['try:\n    pass\nexcept* ValueError as web_qa:\n    pass', 'web_qa', 3],
  ['match 1:\n    case web_qa:\n        pass', 'web_qa', 2],
  ['match [1]:\n    case [*web_qa]:\n        pass', 'web_qa', 2],
  ['match {}:\n    case {**web_qa}:\n        pass', 'web_qa', 2],
  ['match 1:\n    case int() as web_qa:\n        pass', 'web_qa', 2],
  ['del web_qa', 'web_qa', 1],
  ['x = [web_qa for web_qa in [1]]', 'web_qa', 1],
  ['x = {k: 1 for k, web_qa in {}.items()}', 'web_qa', 1],
  ['x = sum(web_qa for web_qa in [1])', 'web_qa', 1],
  ['def f():\n    web_qa = 1', 'web_qa', 2],
  ['def f():\n    global web_qa\n    web_qa = 1', 'web_qa', 2],
  ['def f(web_qa):\n    pass', 'web_qa', 1],
  ['def f(*web_qa):\n    pass', 'web_qa', 1],
  ['def f(**web_qa):\n    pass', 'web_qa', 1],
  ['def f(a, /, b, *, web_qa=1):\n    pass', 'web_qa', 1],
  ['class A:\n    web_qa = 1', 'web_qa', 2],
  ['class A:\n    def print(self):\n        pass', 'print', 2],
  ['def f():\n    def g():\n        nonlocal_value = 1\n        print = 2', 'print', 4],
  ['type web_qa = int', 'web_qa', 1],
  ['print = 1', 'print', 1],
  ['parallel = 1', 'parallel', 1],
  ['x = 1\n\nlen = 5', 'len', 3],
  ['max = 0', 'max', 1],
  ['for id in [1]:\n    pass', 'id', 1],
  ['def sum(a):\n    pass', 'sum', 1],
  ['class ValueError(Exception):\n    pass', 'ValueError', 1],
  ['from math import pow', 'pow', 1],
  ['import math as list', 'list', 1],
  ['del len', 'len', 1],
  ['[(len := 1) for i in [1]]', 'len', 1],
  ['def f(x=(len := 1)):\n    pass', 'len', 1],
  ['def f():\n    global len\n    len = 1', 'len', 2],
  ['open, input = 1, 2', 'open', 1],
  [
    `${Array.from({ length: 300 }, (_, n) => `v${n} = ${n}`).join('\n')}\nweb_qa = 1`,
    'web_qa',
    301,
  ],
  [`${Array.from({ length: 300 }, (_, n) => `v${n} = len`).join('\n')}\ndel print`, 'print', 301],
];

/** Code that is fine, and what its last expression gives. */
const allowed: readonly [string, string][] = [
  ["{'final_answer': 1, 'print': 2}['final_answer']", '1'],
  ['dict(final_answer=1, len=2)["len"]', '2'],
  ["'final_answer = 3'", "'final_answer = 3'"],
  ['(lambda print, final_answer: print + final_answer)(1, 2)', '3'],
  ['def f(id, type, list, max=3):\n    min = 1\n    return id + max + min\nf(1, 2, 3)', '5'],
  [
    'class Row:\n    id: int = 4\n    type = "t"\n    def list(self): return 5\nRow().list() + Row.id',
    '9',
  ],
  ['[max for max in [1, 2]]', '[1, 2]'],
  ['def f[T](x: T) -> T:\n    return x\nf(6)', '6'],
  ['print_ = len_ = 1\nprint_ + len_', '2'],
  ['x = []\nx.print = 1 if False else None', ''],
  ['import collections.abc\ncollections.abc.Mapping.__name__', "'Mapping'"],
  ['import xml.etree.ElementTree as ET\nET.fromstring("<a/>").tag', "'a'"],
  ['from xml.etree import ElementTree\nElementTree.__name__', "'xml.etree.ElementTree'"],
  ['from os import path\npath.join("a", "b")', "'a/b'"],
  ['import os.path\nos.path.basename("a/b")', "'b'"],
  ['import os.path as p\np.exists("/workspace")', 'True'],
  ['import math as os\nos.floor(2.5)', '2'],
  ['import json\njson.decoder.JSONDecodeError.__name__', "'JSONDecodeError'"],
  ['from __future__ import annotations\n1', '1'],
  ['from math import *\nfloor(2.5)', '2'],
  ['try:\n    import numpy\nexcept ImportError:\n    numpy = None\nnumpy is None', 'True'],
  ['web_qa: int\n1', '1'],
  ['if __name__ == "__main__":\n    x = 1\nx', '1'],
  [
    'class V:\n    def __init__(self): self.x = 1\n    def __add__(self, o): return 3\nV() + V()',
    '3',
  ],
  ["'{0:>4} {1.real}'.format(1, 2)", "'   1 2'"],
  ['import operator\nsorted(["bb", "a"], key=operator.methodcaller("__len__"))', "['a', 'bb']"],
  ['import operator\noperator.attrgetter("real")(3)', '3'],
  ['eval("1 + 1") + len("ab")', '4'],
  ['ns = {}\nexec("y = 2", ns)\nns["y"]', '2'],
  ['getattr([1], "count")(1)', '1'],
  ['vars(type("X", (), {"a": 1}))["a"]', '1'],
];

/** Code, the kind of the refusal, its name, and what its message must say. */
const refused: readonly [string, string, string, RegExp][] = [
  ['import os', 'import', 'os', /pathlib.*Modules that can be imported: .*math/],
  ['import os as x', 'import', 'os', /cannot be imported/],
  ['from os import listdir', 'import', 'os', /`listdir` of the module `os`/],
  ['import numpy.random as r', 'import', 'numpy.random', /data pack/],
  ['import a as os', 'import', 'a', /module `a` cannot/],
  ['def f():\n    import requests', 'import', 'requests', /line 2.*no network/],
  ['from subprocess import run', 'import', 'subprocess', /no other programs/],
  ['import json, sys', 'import', 'sys', /`sys`/],
  ['from . import x', 'import', '.', /relative/],
  ['from os import *', 'import', 'os', /cannot be imported/],
  ['().__class__.__base__', 'attribute', '__base__', /not available/],
  ['(lambda: 0).__globals__', 'attribute', '__globals__', /not available/],
  ['x = "{0.__class__.__mro__}".format(1)', 'attribute', '__mro__', /format strings/],
  ['f"{(1).__class__.__subclasses__()}"', 'attribute', '__subclasses__', /not available/],
  ['match f:\n    case C(__globals__=g):\n        pass', 'attribute', '__globals__', /line 2/],
  ['g.gi_frame.f_back', 'attribute', 'f_back', /not available/],
  ['import random\nrandom._os', 'attribute', '_os', /line 2/],
  ['__builtins__', 'name', '__builtins__', /not available/],
  ['__import__("os")', 'name', '__import__', /import statement/],
  ['__builtins__ = {}', 'name', '__builtins__', /belongs to Python/],
  ['class A:\n    __match_args__ = ("x",)', 'name', '__match_args__', /belongs to Python/],
];

/** Code that passes the check and is stopped where it happens. */
const stoppedAtRunTime: readonly [string, string, RegExp][] = [
  ['exec("web_qa = 1")', 'ProtectedNameError', /`web_qa` is a tool/],
  ['eval("().__class__.__base__")', 'SandboxError', /__base__/],
  ['getattr((), "__cl" + "ass__").mro_', 'AttributeError', /mro_/],
  ['getattr((), "__ba" + "se__")', 'SandboxError', /__base__/],
  ['import json\nsetattr(json, "loads", 1)', 'SandboxError', /read-only/],
  ['import operator\noperator.attrgetter("__globals__")', 'SandboxError', /__globals__/],
  ['compile("1", "a", "eval")', 'SandboxError', /exec\(\) or eval\(\)/],
  ['input("?")', 'SandboxError', /nobody/],
  ['exit()', 'SandboxError', /final_answer/],
  ['open("/etc/passwd")', 'PermissionError', /below \/workspace/],
  ['open(0)', 'PermissionError', /descriptors/],
  ['exec("import os")', 'SandboxError', /`os`/],
  ['from json import scanner', 'ImportError', /cannot import name 'scanner'/],
];

describe('the guard', function () {
  this.timeout(60_000);
  let pool: PyodideSandboxPool;
  let sandbox: Sandbox;
  before(async () => {
    pool = openSandboxPool();
    sandbox = await pool.acquire(testEpisode(), never);
  });
  after(() => pool.close());

  for (const [code, name, line] of bindings) {
    it(`refuses ${JSON.stringify(code.slice(-60))}`, async () => {
      const result = await runCode(
        sandbox,
        `untouched = 1\n${code}`.replace('untouched = 1\n', ''),
      );
      assert.equal(result.outcome, 'refused', result.error?.message ?? result.outcome);
      const [refusal] = result.refusals;
      assert.deepEqual(
        [refusal?.kind, refusal?.name, refusal?.line],
        ['protected-name', name, line],
      );
      assert.match(refusal?.message ?? '', new RegExp(`line ${line}: \`${name}\` is a`));
      assert.match(refusal?.message ?? '', /Choose|Import it|Leave/);
      assert.deepEqual(result.bound, []);
    });
  }

  it('lists the modules that can be imported once a step, however many were refused', async () => {
    const { refusals } = await runCode(
      sandbox,
      'import os\nfrom sys import path, modules\nimport js',
    );
    assert.equal(refusals.length, 4);
    const listing = refusals.map(({ message }) =>
      message.includes('Modules that can be imported:'),
    );
    assert.deepEqual(listing, [true, false, false, false]);
  });

  for (const [code, value] of allowed) {
    it(`allows ${JSON.stringify(code.slice(0, 60))}`, async () => {
      const result = await runCode(sandbox, code);
      if (value === '') assert.equal(result.outcome, 'python-error');
      else
        assert.deepEqual(
          [result.outcome, result.value],
          ['executed', value],
          result.error?.message,
        );
    });
  }

  for (const [code, kind, name, message] of refused) {
    it(`refuses ${JSON.stringify(code.slice(0, 60))}`, async () => {
      const result = await runCode(sandbox, code);
      assert.equal(result.outcome, 'refused', result.error?.message ?? result.outcome);
      assert.deepEqual([result.refusals[0]?.kind, result.refusals[0]?.name], [kind, name]);
      assert.match(result.refusals[0]?.message ?? '', message);
    });
  }

  for (const [code, type, message] of stoppedAtRunTime) {
    it(`stops ${JSON.stringify(code)}`, async () => {
      const result = await runCode(sandbox, code);
      assert.deepEqual([result.outcome, result.error?.type], ['python-error', type]);
      assert.match(result.error?.message ?? '', message);
    });
  }

  it('runs nothing of a step that it refuses, and names every finding', async () => {
    const result = await runCode(sandbox, 'ran = 1\nlen = 2\nimport os\ndel web_qa');
    assert.deepEqual(
      result.refusals.map(({ name, line }) => [name, line]),
      [
        ['len', 2],
        ['os', 3],
        ['web_qa', 4],
      ],
    );
    assert.match((await runCode(sandbox, 'ran')).error?.message ?? '', /'ran' is not defined/);
  });

  it('reports an import that a step tried while it ran', async () => {
    const result = await runCode(
      sandbox,
      'try:\n    import os\nexcept ImportError as e:\n    print(e.name)',
    );
    assert.deepEqual([result.outcome, result.stdout], ['executed', 'os\n']);
    assert.deepEqual(
      result.refusals.map(({ kind, name }) => [kind, name]),
      [['import', 'os']],
    );
  });

  it('leaves protected names out of a star import and says so', async () => {
    const result = await runCode(sandbox, 'from math import *\npow(2, 3, 5)');
    assert.equal(result.value, '3');
    assert.match(result.warnings[0] ?? '', /left out pow/);
  });

  const dynamic = [
    'globals()["print"] = 1',
    'globals().update(print=1)',
    'vars().setdefault("web_qa", 1)',
    'locals()["web_qa"] = 1',
    'x = globals()\nx["final_answer"] = 1',
  ];
  for (const code of dynamic) {
    it(`heals ${JSON.stringify(code)} after the step`, async () => {
      const result = await runCode(sandbox, code);
      assert.match(result.warnings[0] ?? '', /put back/);
      const next = await runCode(sandbox, 'print(web_qa("q")["question"])');
      assert.deepEqual([next.outcome, next.stdout, next.warnings], ['executed', 'q\n', []]);
    });
  }

  it('keeps the tools when code clears its namespace', async () => {
    await runCode(sandbox, 'kept = 1');
    const cleared = await runCode(sandbox, 'globals().clear()');
    assert.ok(cleared.deleted.includes('kept'));
    assert.equal((await runCode(sandbox, 'web_qa("q")["question"]')).value, "'q'");
  });
});
