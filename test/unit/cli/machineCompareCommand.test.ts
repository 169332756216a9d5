import assert from 'node:assert/strict';
import type { MachineServices } from '../../../runtime/remote/machineServices.ts';
import { makeComparison } from '../../fakes/checkpoints.ts';
import { makeRunListing } from '../../fakes/runPages.ts';
import { TerminalSession } from '../../fakes/terminalSession.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

/** What `machine compare` asks of machines. */
function servicesWith(compared: ReturnType<typeof makeComparison>): MachineServices {
  const run = makeRunListing({ state: 'running', steps: 312, now });
  // The command uses these alone.
  return {
    machines: { list: () => Promise.resolve([]) },
    runs: { list: () => Promise.resolve([run]), renewed: () => Promise.resolve(null) },
    evaluations: { compare: () => Promise.resolve(compared) },
  } as unknown as MachineServices;
}

describe('tool-r1 machine compare', () => {
  async function compare(over: Partial<ReturnType<typeof makeComparison>>, ...args: string[]) {
    const services = servicesWith({ ...makeComparison(), ...over });
    const openMachines = () => Promise.resolve(services);
    const session = new TerminalSession({ cwd: '/w', openMachines });
    const { name } = makeRunListing({ state: 'running', steps: 312, now });
    const code = await session.call('machine', 'compare', name, '100', '250', ...args);
    assert.equal(code, 0, session.err.text);
    return session;
  }

  it('shows each figure with its interval and of how many tasks it is', async () => {
    const { out, err } = await compare({});
    const lines = out.text.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '));
    assert.deepEqual(lines.slice(0, 8), [
      'step 100 | step 250 | change | 95 % | tasks',
      'passed | 45.8 % | 56.7 % | +10.8 % | +2.0 % to +20.0 % | 120',
      'reward/total | 0.98 | 1.13 | +0.15 | +0.04 to +0.26 | 120',
      'reward/answer | 0.48 | 0.59 | +0.11 | +0.02 to +0.20 | 120',
      'steps parsed | 94.0 % | 99.0 % | +5.0 % | +2.0 % to +8.0 % | 120',
      'steps executed | 81.0 % | 84.0 % | +3.0 % | -2.0 % to +8.0 % | 120',
      'steps | 5.60 | 4.90 | -0.70 | -1.10 to -0.30 | 120',
      'tokens | 1590.00 | 1702.00 | +112.00 | -40.00 to +264.00 | 120',
    ]);
    assert.match(out.text, /^120 tasks, the same ones for both\.$/m);
    assert.match(out.text, /^Passed at step 250 alone: 21$/m);
    assert.equal(err.text, '');
  });

  it('claims no interval where there is none, and says where the figures come from', async () => {
    const figures = makeComparison().figures.map((one) => ({ ...one, low: null, high: null }));
    const { out, err } = await compare({ figures, fromCopy: true });
    assert.match(out.text, /^steps +5\.60 +4\.90 +-0\.70 +- +120$/m);
    assert.match(err.text, /cannot be reached now, so this is what this computer keeps of it\.$/m);
  });

  it('gives the same as JSON', async () => {
    const { out } = await compare({}, '--json');
    assert.deepEqual(JSON.parse(out.text), { first: 100, second: 250, ...makeComparison() });
  });
});
