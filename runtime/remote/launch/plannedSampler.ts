// What a plan knows of another machine that samples: whether it is fit, how it is reached, and what would be started there.
import type { HealthCheck } from '../../contract/health.ts';
import type { MachineName } from '../../contract/machine.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { TrainingCheck } from '../../contract/training/trainingRequests.ts';
import { fail, pass, warn } from '../../health/healthCheck.ts';
import { HumanError } from '../../support/errors.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';
import type { Inspected } from '../preflight/inspectMachine.ts';
import type { Reached } from './machineReach.ts';
import type { PlannedProgram } from './plannedCommands.ts';

export interface PlannedSampler {
  readonly machine: MachineName;
  readonly link: MachineLink;
  readonly inspected: Inspected;
  readonly program: PlannedProgram;
  /** On that machine. */
  readonly folder: RemotePath;
  /** Of everything of the product there. */
  readonly home: RemotePath;
  /** Null where there is no way to it. */
  readonly reached: Reached | null;
  /** Its own, and those of the way to it. */
  readonly checks: readonly TrainingCheck[];
}

/** Checks of a machine beside another one. */
export function checksOf<Check extends HealthCheck>(
  machine: MachineName,
  checks: readonly Check[],
): Check[] {
  return checks.map((check) => ({ ...check, name: checkNameOn(machine, check.name) }));
}

export function checkNameOn(machine: MachineName, name: string): string {
  return `${machine}: ${name}`;
}

export function reachedCheck(
  { trainer, sampler }: { readonly trainer: MachineName; readonly sampler: MachineName },
  { address, addressDevice, from, fromDevice }: Reached,
): HealthCheck {
  const at = [address, ...(addressDevice === null ? [] : [`(${addressDevice})`])].join(' ');
  const by = [from, ...(fromDevice === null ? [] : [`(${fromDevice})`])].join(' ');
  return pass('Sampler', `${trainer} reaches ${sampler} at ${at} from ${by}`);
}

/** @throws whatever is no fault of the person's */
export function unreachedCheck(error: unknown): HealthCheck {
  if (!(error instanceof HumanError)) throw error;
  return fail('Sampler', error.message.replace(/\.$/, ''), 'Then plan again.');
}

/** Servers that listen on more than loopback answer whoever reaches them. https://docs.vllm.ai/en/stable/usage/security/ */
export function opennessCheck(
  policySync: RunJob['policySync'],
  device: RunJob['device'],
  { address }: Reached,
): HealthCheck[] {
  const what =
    device === 'cuda' && policySync === 'gathered'
      ? 'gives replies and takes weights without a key'
      : 'gives replies without a key';
  return [
    warn(
      'Network',
      `the server that samples listens at ${address} and ${what}`,
      'Use an address of a private network that only these machines are on.',
    ),
  ];
}
