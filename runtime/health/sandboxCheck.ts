// What the sandbox guarantees here, each found by trying it, as lines for a person.
import type { HealthCheck } from '../contract/health.ts';
import type { Guarantee } from '../sandbox/sandbox.ts';
import { fail, pass, warn } from './healthCheck.ts';

/** Each guarantee is one line; one that does not hold is a failure unless something else still stands in its place. */
export function sandboxChecks(guarantees: readonly Guarantee[]): readonly HealthCheck[] {
  return guarantees.map((guarantee) => {
    const name = `Sandbox: ${guarantee.name}`;
    if (guarantee.holds) return pass(name, guarantee.detail);
    const advice = secondLayers.get(guarantee.name);
    if (advice !== undefined) return warn(name, guarantee.detail, advice);
    return fail(name, guarantee.detail, 'Run only questions and files that you trust.');
  });
}

/** Guarantees that are a second layer or a matter of speed, and what it means when they do not hold. */
export const secondLayers: ReadonlyMap<string, string> = new Map([
  [
    'There is no network',
    'Code in the sandbox is still refused every connection; a second layer behind that is missing here.',
  ],
  ['Sandboxes start from the snapshot', 'They work, but each start takes seconds.'],
]);
