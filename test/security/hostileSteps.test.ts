// Steps that go wrong in every way: each ends in time, says how the namespace came through, and leaves what it says.
import assert from 'node:assert/strict';
import type { Sandbox, SandboxPool, StepResult } from '../../runtime/sandbox/sandbox.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../fakes/sandboxPool.ts';
import { breakingSteps, hostileSteps, type HostileStep } from './hostileSteps.ts';

const limit = 1_000;
/** Interrupt, grace, replacement of the worker, on a loaded machine. */
const patience = 6_000;

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
open('/tmp/kept.txt', 'w').write('kept file')
`;
const examination = `
print(counter['a'], next(generator), box.value, open('/tmp/kept.txt').read(), 'during' in dir())
`;

const suites = [
  { title: 'with the guard', guard: true, steps: hostileSteps },
  { title: 'that the guard would refuse, without it', guard: false, steps: breakingSteps },
];

for (const { title, guard, steps } of suites) {
  describe(`hostile steps ${title}`, function () {
    this.timeout(60_000);
    let pool: SandboxPool;
    let sandbox: Sandbox;
    before(() => {
      pool = openSandboxPool({ guard, processes: 1, workersPerProcess: 1 });
    });
    after(() => pool.close());
    beforeEach(async () => {
      sandbox = await pool.acquire(testEpisode(), never);
    });
    afterEach(() => sandbox.release());

    const run = (code: string): Promise<StepResult> =>
      runCode(sandbox, code, { timeoutMilliseconds: limit, maxOutputCharacters: 4_000 });

    for (const step of steps) {
      it(`${step.name}: ${step.outcome}, ${step.recovery}`, async () => {
        assert.equal((await run(preparation)).outcome, 'executed');
        const started = performance.now();
        const result = await run(`during = 1\n${step.code}`);
        const elapsed = performance.now() - started;
        assertResult(result, step);
        assert.ok(elapsed < limit + patience, `took ${elapsed} ms`);
        const left = await run(examination);
        const during = step.keepsDuring ? 'True' : 'False';
        assert.equal(left.stdout, `3 1 kept kept file ${during}\n`, JSON.stringify(left.error));
      });
    }
  });
}

function assertResult(result: StepResult, step: HostileStep): void {
  const seen = `${result.outcome} ${result.recovery} ${JSON.stringify(result.error)}`;
  assert.equal(result.outcome, step.outcome, seen);
  assert.equal(result.recovery, step.recovery, seen);
  if (step.error !== undefined) {
    assert.match(result.error?.type ?? 'none', new RegExp(`^(${step.error})$`), seen);
  }
  assert.ok(result.stdout.length < 5_000, `${result.stdout.length} characters of output`);
}
