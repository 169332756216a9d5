// Steps that go wrong in every way: each ends in time, says how the namespace came through, and leaves what it says.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Episode, Sandbox, SandboxPool } from '../../runtime/sandbox/sandbox.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../fakes/sandboxPool.ts';
import { readSections } from './sections.ts';

const limitMilliseconds = 1_000;
/** Interrupt, grace, replacement of the worker, on a loaded machine. */
const patienceMilliseconds = 6_000;
/** Small, so that floods end soon. */
const limits = { maxMemoryBytes: 160 << 20, maxFileBytes: 16 << 20 };

/** What the episode holds when the step goes wrong; the step itself binds `during` first. */
const preparation = `
import collections
counter = collections.Counter('banana')
def numbers():
    yield from range(100)
generator = numbers()
next(generator)
class Box:
    value = 'kept'
box = Box()
with open('/tmp/kept.txt', 'w') as file:
    file.write('kept file')
`;
const examination = `
with open('/tmp/kept.txt') as file:
    print(counter['a'], next(generator), box.value, file.read(), 'during' in dir())
`;

interface Expectation {
  readonly outcome: string;
  readonly error: string | null;
  readonly recovery: string;
}

for (const guard of [true, false]) {
  const file = guard ? 'withGuard.py' : 'withoutGuard.py';
  describe(`hostile steps ${guard ? 'with' : 'without'} the guard`, function () {
    this.timeout(60_000);
    let pool: SandboxPool;
    let sandbox: Sandbox;
    before(() => {
      pool = openSandboxPool({ guard });
    });
    after(() => pool.close());
    beforeEach(async () => {
      sandbox = await pool.acquire(limitedEpisode(), never);
    });
    afterEach(() => sandbox.release());

    for (const { heading, code } of readSections(path.join(import.meta.dirname, 'hostile', file))) {
      it(heading, async () => {
        assert.equal((await runCode(sandbox, preparation)).outcome, 'executed');
        const started = performance.now();
        const result = await runCode(sandbox, `during = 1\n${code}`, {
          timeoutMilliseconds: limitMilliseconds,
          maxOutputCharacters: 4_000,
        });
        const elapsed = performance.now() - started;
        const expected = parseHeading(heading);
        const { outcome, recovery, error } = result;
        const seen = { outcome, recovery, error: expected.error && (error?.type ?? null) };
        assert.deepEqual(seen, expected, JSON.stringify(error));
        assert.ok(elapsed < limitMilliseconds + patienceMilliseconds, `took ${elapsed} ms`);
        assert.ok(result.stdout.length < 5_000, `${result.stdout.length} characters of output`);

        const left = await runCode(sandbox, examination);
        const keptDuring = recovery === 'none' || recovery === 'interrupted' ? 'True' : 'False';
        assert.equal(left.stdout, `3 1 kept kept file ${keptDuring}\n`, JSON.stringify(left.error));
      });
    }
  });
}

/** `huge list: python-error MemoryError, none` */
function parseHeading(heading: string): Expectation {
  const match = /^[^:]+: ([a-z-]+)(?: (\w+))?, ([a-z-]+)$/.exec(heading);
  if (match === null) throw new Error(`"${heading}" does not say how the step ends.`);
  return { outcome: match[1] ?? '', error: match[2] ?? null, recovery: match[3] ?? '' };
}

function limitedEpisode(): Episode {
  const episode = testEpisode();
  return { ...episode, settings: { ...episode.settings, ...limits } };
}
