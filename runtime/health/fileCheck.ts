// Whether something that lies in a file or folder is there, and what it means when it is not.
import { access } from 'node:fs/promises';
import type { HealthCheck } from '../contract/health.ts';
import { pass, warn } from './healthCheck.ts';

export interface WantedFile {
  /** What the person knows it as. */
  readonly name: string;
  readonly path: string;
  /** What works when it is there. */
  readonly there: string;
  /** What to do when it is missing. */
  readonly advice: string;
}

export async function fileCheck(wanted: WantedFile): Promise<HealthCheck> {
  try {
    await access(wanted.path);
    return pass(wanted.name, wanted.there);
  } catch {
    return warn(wanted.name, `${wanted.path} is not there`, wanted.advice);
  }
}
