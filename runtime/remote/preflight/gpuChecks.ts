// Whether the graphics cards of a machine can train.
import type { HealthCheck } from '../../contract/health.ts';
import type { GpuFacts, MachineFacts } from '../../contract/machine.ts';
import { fail, pass, warn } from '../../health/healthCheck.ts';
import { isLost } from './nvidiaSmi.ts';
import { isAtLeast } from './version.ts';

/** The first that runs programs made for CUDA 13, as the locked PyTorch and vLLM are. https://docs.nvidia.com/cuda/cuda-toolkit-release-notes/ */
const leastDriver = '580.65';
/** NCCL between the processes of one machine; a container has 64 MB where nobody asks for more. */
const leastSharedBytes = 1e9;
/** Below this it is the driver's own. */
const usedMib = 512;

/** @param device what the run would train on; null where that is not known yet */
export function gpuChecks(
  { gpus, gpuProblem }: MachineFacts,
  sharedMemory: number | null,
  device: 'cpu' | 'cuda' | null,
): HealthCheck[] {
  if (gpuProblem !== null) return [unanswered(gpuProblem, device)];
  if (gpus.length === 0) return [noCards(device)];
  const each = gpus.flatMap((gpu) => cardChecks(gpu));
  return [cardsCheck(gpus), ...driverCheck(gpus), ...each, ...sharedCheck(gpus, sharedMemory)];
}

function noCards(device: 'cpu' | 'cuda' | null): HealthCheck {
  const detail = 'there is no nvidia-smi, so no NVIDIA card';
  if (device === 'cuda')
    return fail('GPUs', detail, 'Train on the processor, or attach another machine.');
  return device === 'cpu'
    ? pass('GPUs', `${detail}; none is needed`)
    : warn('GPUs', detail, 'Only small models can be trained on the processor.');
}

/** What nvidia-smi says instead of cards, and what helps. */
const answers: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /no devices were found/i,
    'Check by lspci that the card is seen, and whether a container was given it (--gpus all).',
  ],
  [
    /couldn't communicate with the NVIDIA driver/i,
    'The driver is not loaded. Install it, or restart the machine after an update of the kernel.',
  ],
  [/version mismatch/i, 'The driver was updated while it was in use. Restart the machine.'],
  [
    /insufficient permissions/i,
    'The account may not use the cards. Add it to the group of /dev/nvidia*, or ask who looks after the machine.',
  ],
  [
    /GPU is lost|device handle|requires reset/i,
    'A card has fallen off the bus. Restart the machine; if it comes again, the card or its power is broken.',
  ],
  [
    /unknown error/i,
    'A container lost its cards, often after a reload of systemd. Restart the container or the machine.',
  ],
  [/did not answer/i, 'The driver hangs. Restart the machine.'],
];

function unanswered(problem: string, device: 'cpu' | 'cuda' | null): HealthCheck {
  const known = answers.find(([said]) => said.test(problem))?.[1];
  const advice = known ?? 'Run nvidia-smi there to see more.';
  return device === 'cpu' ? warn('GPUs', problem, advice) : fail('GPUs', problem, advice);
}

function cardsCheck(gpus: readonly GpuFacts[]): HealthCheck {
  const kinds = new Map<string, number>();
  for (const gpu of gpus) {
    const kind = `${gpu.name}${sizeOf(gpu)}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const named = [...kinds].map(([kind, number]) => `${number} × ${kind}`).join(', ');
  return pass('GPUs', `${named}, driver ${gpus[0]?.driver ?? ''}`);
}

function sizeOf({ memoryTotalMib, name }: GpuFacts): string {
  if (memoryTotalMib === null || /\d+ ?GB/.test(name)) return '';
  return ` ${(memoryTotalMib / 1024).toFixed(0)} GB`;
}

function driverCheck(gpus: readonly GpuFacts[]): HealthCheck[] {
  const old = gpus.find(({ driver }) => /^\d/.test(driver) && !isAtLeast(driver, leastDriver));
  if (old === undefined) return [];
  const advice = `PyTorch and vLLM of the trainer need ${leastDriver} or newer. Ask for a newer driver.`;
  return [fail('Driver', `${old.driver} is too old`, advice)];
}

/** Of the checks that are about one card. */
export function cardCheckName(index: number): string {
  return `GPU ${index}`;
}

/** Holds more memory than the driver itself takes. */
export function isInUse({ memoryUsedMib }: GpuFacts): boolean {
  return (memoryUsedMib ?? 0) > usedMib;
}

function cardChecks(gpu: GpuFacts): HealthCheck[] {
  const name = cardCheckName(gpu.index);
  if (isLost(gpu)) {
    const advice = 'Restart the machine; if it comes again, the card or its power is broken.';
    return [fail(name, 'the driver has lost hold of it', advice)];
  }
  const checks: HealthCheck[] = [];
  if (gpu.mig) {
    const advice = `Leave it out, or end the splitting: sudo nvidia-smi -i ${gpu.index} -mig 0`;
    checks.push(warn(name, 'is split into instances (MIG) and cannot be used as a whole', advice));
  }
  if ((gpu.eccErrors ?? 0) > 0) {
    const advice =
      'Results may be wrong. Reset the card or restart the machine; if it comes again, have it exchanged.';
    checks.push(fail(name, `${gpu.eccErrors} memory errors that were not corrected`, advice));
  }
  if (isInUse(gpu)) checks.push(usedCheck(name, gpu));
  return checks;
}

function usedCheck(name: string, { memoryUsedMib, processes }: GpuFacts): HealthCheck {
  const gib = ((memoryUsedMib ?? 0) / 1024).toFixed(1);
  const ours = processes.find(({ run }) => run !== null);
  if (ours?.run !== undefined && ours.run !== null) {
    return warn(
      name,
      `${gib} GiB are used by the run ${ours.run}`,
      'A new run waits until that one has ended.',
    );
  }
  const named = processes.map(({ pid, name: program, user }) =>
    [lastPart(program) || 'a process', `(${[user, `pid ${pid}`].filter(Boolean).join(', ')})`].join(
      ' ',
    ),
  );
  const by =
    named.length === 0 ? 'by processes that cannot be seen from here' : `by ${named.join(', ')}`;
  return warn(
    name,
    `${gib} GiB are used ${by}`,
    'What trains or samples there has that much less. End it, or leave the card out.',
  );
}

function lastPart(program: string): string {
  return program.split('/').at(-1) ?? program;
}

function sharedCheck(gpus: readonly GpuFacts[], bytes: number | null): HealthCheck[] {
  if (gpus.length < 2 || bytes === null || bytes >= leastSharedBytes) return [];
  const advice =
    'Give the container more (--shm-size=8g), or processes of several cards cannot speak with each other.';
  return [warn('Shared memory', `/dev/shm has ${(bytes / 1e6).toFixed(0)} MB`, advice)];
}
