// Steps that use up time, memory, files or the interpreter itself, and what must be left of the episode afterwards.
// Before each one the episode holds a counter, a live generator and an object; the step binds `during` first.
import type { StepOutcome } from '../../runtime/sandbox/sandbox.ts';
import type { Recovery } from '../../runtime/contract/observation.ts';

export interface HostileStep {
  readonly name: string;
  readonly code: string;
  readonly outcome: StepOutcome;
  readonly recovery: Recovery;
  /** Python exception, where one is expected. */
  readonly error?: string;
  /** Whether `during`, bound by the step before it went wrong, is still there. */
  readonly keepsDuring: boolean;
}

type Row = readonly [name: string, code: string];

const stoppedSoftly: readonly Row[] = [
  ['loop without end', 'while True: pass'],
  ['loop in a finally block', 'try:\n    1 / 0\nfinally:\n    while True: pass'],
  [
    'nested loops in a function',
    'def f():\n    for a in range(10**6):\n        for b in range(10**6):\n            pass\nf()',
  ],
  ['generator without end', 'for _ in iter(int, 1):\n    pass'],
  ['print without end', 'while True: print("x" * 100)'],
  ['growing dictionary', 'd = {}\nn = 0\nwhile True:\n    d[n % 1000] = n\n    n += 1'],
  ['catastrophic pattern', 'import re\nre.match(r"(a+)+$", "a" * 40 + "b")'],
  ['power of a power', 'x = 10**10**8'],
  ['sleep', 'import time\ntime.sleep(1000)'],
  ['coroutine without end', 'async def f():\n    while True: pass\nf().send(None)'],
  [
    'comparison without end',
    'class C:\n    def __eq__(self, other):\n        while True: pass\nC() == C()',
  ],
  ['sort with a slow key', 'sorted(range(10**6), key=lambda n: sum(range(1000)))'],
];

const stoppedHard: readonly Row[] = [
  [
    'loop that catches everything',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
  ],
  [
    'recursion in finally',
    'def f():\n    try:\n        while True: pass\n    finally:\n        f()\nf()',
  ],
  [
    'context manager that swallows everything',
    'class C:\n    def __enter__(self): pass\n    def __exit__(self, *a): return True\nwhile True:\n    with C():\n        while True: pass',
  ],
];

const replaced: readonly Row[] = [
  ['sum in C without end', 'sum(range(10**12))'],
  ['membership in C without end', '-1 in range(10**12) or max(range(10**11))'],
];

const memory: readonly (readonly [name: string, code: string, error: string])[] = [
  ['huge list', 'x = list(range(10**9))', 'MemoryError'],
  ['huge bytes', 'x = bytearray(3 << 30)', 'MemoryError'],
  ['impossible bytes', 'x = bytearray(1 << 62)', 'OverflowError|MemoryError'],
  ['doubling text', 'x = "ab"\nwhile True: x += x', 'MemoryError'],
  ['nested lists', 'x = []\nwhile True: x = [x, [0] * 100000]', 'MemoryError'],
  ['huge format', 'x = f"{1:>3000000000}"', 'MemoryError|ValueError|OverflowError'],
  ['recursion', 'def f(n): return f(n + 1)\nf(0)', 'RecursionError'],
  [
    'recursion in repr',
    'class C:\n    def __repr__(self): return repr(self)\nrepr(C())',
    'RecursionError',
  ],
  [
    'file flood',
    'with open("/tmp/x", "wb") as f:\n    while True: f.write(b"x" * (1 << 20))',
    'OSError',
  ],
  [
    'many files',
    'for n in range(10**6):\n    open(f"/tmp/{n}", "w").write("x" * 4096)',
    'OSError|StepInterrupted',
  ],
  ['sys.exit by name', 'raise SystemExit(3)', 'SystemExit'],
  ['keyboard interrupt', 'raise KeyboardInterrupt', 'KeyboardInterrupt'],
  ['generator exit', 'raise GeneratorExit', 'GeneratorExit'],
  ['exception of its own root', 'class E(BaseException): pass\nraise E("x")', 'E'],
  [
    'exception that cannot be shown',
    'class E(Exception):\n    def __str__(self): raise self\n    __repr__ = __str__\nraise E',
    'E',
  ],
  ['huge exception', 'raise ValueError("x" * (1 << 22))', 'ValueError'],
  [
    'deep chain of exceptions',
    'e = None\nfor n in range(3000):\n    new = ValueError(n)\n    new.__cause__ = e\n    e = new\nraise e',
    'ValueError',
  ],
  [
    'nested exception groups',
    'e = ValueError(1)\nfor n in range(300): e = ExceptionGroup("g", [e])\nraise e',
    'ExceptionGroup',
  ],
  ['huge number as text', 'str(10**5000)', 'ValueError'],
  ['lone surrogate encoded', '"\\ud800".encode()', 'UnicodeEncodeError'],
];

const harmless: readonly Row[] = [
  ['huge output', 'print("x" * (1 << 24))'],
  ['output of lone surrogates', 'print("\\ud800\\udfff", "\\0", "\\x1b[2J")'],
  ['many lines of output', 'for n in range(20000): print(n)'],
  ['value whose repr fails', 'class C:\n    def __repr__(self): raise ValueError\nc = C()\nc'],
  [
    'value that lies about its class',
    'class C:\n    __class__ = property(lambda self: 1 / 0)\n    def __len__(self): return -5\nc = C()',
  ],
  [
    'value whose comparison fails',
    'class C:\n    def __eq__(self, other): raise BaseException\n    __hash__ = None\nc = C()',
  ],
  ['list that contains itself', 'x = []\nx.append(x)\nx'],
  ['many variables', 'for n in range(20000): globals()[f"v{n}"] = n'],
  ['open files left behind', 'files = [open(f"/tmp/{n}", "w") for n in range(50)]'],
  [
    'generator left half way',
    'def g():\n    try:\n        yield 1\n    finally:\n        pass\nnext(g())',
  ],
];

const rows = (
  table: readonly Row[],
  rest: Omit<HostileStep, 'name' | 'code'>,
): readonly HostileStep[] => table.map(([name, code]) => ({ name, code, ...rest }));

export const hostileSteps: readonly HostileStep[] = [
  ...rows(stoppedSoftly, { outcome: 'timeout', recovery: 'interrupted', keepsDuring: true }),
  ...rows(stoppedHard, { outcome: 'timeout', recovery: 'rolled-back', keepsDuring: false }),
  ...rows(replaced, { outcome: 'timeout', recovery: 'moved', keepsDuring: false }),
  ...memory.map(([name, code, error]) => ({
    name,
    code,
    error,
    outcome: 'python-error' as const,
    recovery: 'none' as const,
    keepsDuring: true,
  })),
  ...rows(harmless, { outcome: 'executed', recovery: 'none', keepsDuring: true }),
];

/** Steps that no Python guard lets through; run without it. They break the interpreter, and its state is restored. */
export const breakingSteps: readonly HostileStep[] = rows(
  [
    ['exit of the process', 'import os\nos._exit(3)'],
    ['abort', 'import os\nos.abort()'],
    ['kill of the own process', 'import os\nos.kill(os.getpid(), 9)'],
    ['crash on purpose', 'import faulthandler\nfaulthandler._sigsegv()'],
    ['wild pointer', 'import ctypes\nctypes.string_at(0xfffffff0, 100)'],
    ['overwritten memory', 'import ctypes\nctypes.memset(4096, 255, 8 << 20)'],
    ['deep nesting shown', 'x = []\nfor _ in range(200000): x = [x]\nrepr(x)'],
    ['deep expression', 'eval("1" + "+1" * 20000)'],
  ],
  { outcome: 'aborted', recovery: 'rolled-back', keepsDuring: false },
);
