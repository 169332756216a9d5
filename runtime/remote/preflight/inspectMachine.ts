// Looks what a machine has, in one round trip, and says whether that is enough for training.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HealthCheck } from '../../contract/health.ts';
import type { MachineFacts } from '../../contract/machine.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { programFailure } from '../link/programFailure.ts';
import { machineChecks, type RunNeeds } from './machineChecks.ts';
import { machineFacts } from './machineFacts.ts';
import { readProbe, type MachineProbe } from './machineProbe.ts';

export interface InspectOptions {
  /** Holds machine_facts.py. */
  readonly trainerFolder: string;
  readonly needs: RunNeeds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export interface Inspected {
  readonly facts: MachineFacts;
  /** Failures first. */
  readonly checks: HealthCheck[];
  readonly probe: MachineProbe;
}

/** @throws FailureError at boundary `remote` when the machine cannot be reached or does not answer in our terms */
export async function inspectMachine(
  link: MachineLink,
  { trainerFolder, needs, now, signal }: InspectOptions,
): Promise<Inspected> {
  const script = await readFile(path.join(trainerFolder, 'machine_facts.py'));
  const { python, folder } = await link.home(signal);
  const before = now();
  const ended = await link.run({ argv: [python.path, '-', folder], stdin: script, signal });
  const after = now();
  if (ended.code !== 0) {
    const what = 'The machine could not be looked at';
    throw programFailure(link.machine, ended, { code: 'unsuitable', what });
  }
  const probe = readProbe(ended.stdout);
  const facts = machineFacts(probe, { before, after });
  return { facts, checks: machineChecks(facts, probe, needs), probe };
}
