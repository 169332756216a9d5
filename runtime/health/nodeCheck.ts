// Whether this Node is one that the product is tested on.
import type { HealthCheck } from '../contract/health.ts';
import { pass, warn } from './healthCheck.ts';

/** Oldest and newest major version that the tests run on. */
const oldest = 20;
const newest = 26;

/** `version` is like `20.20.2`. Older ones do not get this far: set-up and the bundles refuse them. */
export function nodeCheck(version: string): HealthCheck {
  const major = Number.parseInt(version, 10);
  if (major >= oldest && major <= newest) return pass('Node', `version ${version}`);
  return warn(
    'Node',
    `version ${version}, which is not among those that were tried`,
    `Use Node ${oldest} to ${newest} if something below does not hold.`,
  );
}
