// Whether a machine is fit for a training run, failures first. Cards have a file of their own.
import type { HealthCheck } from '../../contract/health.ts';
import type { MachineFacts } from '../../contract/machine.ts';
import { fail, pass, warn } from '../../health/healthCheck.ts';
import { formatBytes } from '../../support/formatBytes.ts';
import { gpuChecks } from './gpuChecks.ts';
import type { FoundProgram, MachineProbe } from './machineProbe.ts';
import { isAtLeast } from './version.ts';

/** What the run would need; null where that is not known yet. */
export interface RunNeeds {
  readonly device: 'cpu' | 'cuda' | null;
  readonly diskBytes: number | null;
}

/** The oldest that each part of a run is made for. */
export const least = { node: '20.18.0', glibc: '2.28', trainerPython: '3.11.0' } as const;
/** The first that the packages of the trainer are not made for. */
const tooNewPython = '3.14.0';

const usualDiskBytes = 10e9;
const leastMemoryBytes = 4e9;
const leastFiles = 50_000;
const mostSkewSeconds = 5;
const portsOfRun = 2;

export function machineChecks(
  facts: MachineFacts,
  probe: MachineProbe,
  needs: RunNeeds,
): HealthCheck[] {
  const checks = [
    folderCheck(facts, probe),
    diskCheck(facts, needs),
    ...filesCheck(probe),
    memoryCheck(facts),
    systemCheck(facts),
    pythonCheck(facts, probe),
    nodeCheck(facts),
    portsCheck(probe),
    clockCheck(facts),
    ...gpuChecks(facts, probe.sharedMemory, needs.device),
  ];
  const order = { fail: 0, warn: 1, pass: 2 };
  return checks.sort((first, second) => order[first.state] - order[second.state]);
}

function folderCheck(facts: MachineFacts, probe: MachineProbe): HealthCheck {
  const { folder, user } = facts;
  const { writeProblem, disk } = probe;
  if (writeProblem !== null) {
    const detail = `${folder} cannot be written: ${writeProblem}`;
    return fail('Folder', detail, folderAdvice(writeProblem, user));
  }
  if (!disk.isNoExec || isAllElsewhere(facts, probe)) {
    return pass('Folder', `${folder} can be written`);
  }
  return fail(
    'Folder',
    `${folder} lies on a file system from which no program can be run (mounted noexec)`,
    `Python and Node of the trainer are put there. Make it a link to a folder on another file system, such as a scratch disk: ln -s /scratch/${user} ${folder}`,
  );
}

/** Nothing that is run would be put into the folder. */
function isAllElsewhere({ node }: MachineFacts, { trainerPython }: MachineProbe): boolean {
  return trainerPython !== null && node !== null && isUsableNode(node);
}

function folderAdvice(problem: string, user: string): string {
  if (/quota/i.test(problem)) {
    return `The quota of ${user} is used up. Delete files of theirs there, or ask for more.`;
  }
  if (/no space/i.test(problem)) return 'The disk is full. Free some space there.';
  if (/read-only/i.test(problem)) {
    return 'The file system is mounted read-only, often after an error of the disk. Ask who looks after the machine.';
  }
  return `Give ${user} the right to write there.`;
}

function diskCheck(
  { freeDiskBytes: free, diskBytes }: MachineFacts,
  { diskBytes: needed }: RunNeeds,
): HealthCheck {
  const detail = `${formatBytes(free)} of ${formatBytes(diskBytes)} free`;
  if (needed === null) {
    if (free >= usualDiskBytes) return pass('Disk', detail);
    return warn('Disk', detail, 'A run with its checkpoints often takes more. Free some space.');
  }
  const whole = `${detail}, about ${formatBytes(needed)} needed`;
  if (free >= needed) return pass('Disk', whole);
  return fail('Disk', whole, 'Free some space, save less often, or keep fewer checkpoints.');
}

function filesCheck({ disk: { freeFiles } }: MachineProbe): HealthCheck[] {
  if (freeFiles === null || freeFiles >= leastFiles) return [];
  return [
    warn(
      'Files',
      `the file system has room for ${freeFiles.toLocaleString('en')} more files`,
      'The Python environment alone has about 30,000. Delete small files there.',
    ),
  ];
}

function memoryCheck({ freeMemoryBytes: free, memoryBytes, cores }: MachineFacts): HealthCheck {
  const detail = `${gibOf(free)} of ${gibOf(memoryBytes)} GiB memory free, ${cores} cores`;
  if (free >= leastMemoryBytes) return pass('Memory', detail);
  return warn('Memory', detail, 'The trainer alone takes about 2 GB. End other programs there.');
}

/** Memory is counted as it is built, in powers of two. */
function gibOf(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(0);
}

function systemCheck({ system, architecture, libc }: MachineFacts): HealthCheck {
  const detail = [system, architecture, libc].filter((part) => part !== null).join(', ');
  if (system === 'Darwin') return pass('System', detail);
  if (system !== 'Linux') {
    return fail('System', detail, 'Training runs on Linux and macOS. Attach such a machine.');
  }
  const glibc = /^glibc (\S+)$/.exec(libc ?? '')?.[1];
  if (glibc === undefined) {
    return fail(
      'System',
      `${detail}; no glibc`,
      'The packages of PyTorch need glibc. Use another system or a container with one.',
    );
  }
  if (isAtLeast(glibc, least.glibc)) return pass('System', detail);
  return fail(
    'System',
    detail,
    `Node and PyTorch need glibc ${least.glibc} or newer, such as Debian 10, Ubuntu 20.04 or RHEL 8 have. Upgrade it or use a container.`,
  );
}

function pythonCheck({ uv }: MachineFacts, probe: MachineProbe): HealthCheck {
  if (probe.trainerPython !== null) {
    return pass('Python', `${probe.trainerPython}, named by TOOL_R1_TRAINER_PYTHON`);
  }
  const usable = probe.pythons.find(({ version }) => isForTrainer(version));
  if (usable !== undefined) return pass('Python', `${usable.version} (${usable.path})`);
  const found = `only ${[...new Set(probe.pythons.map(({ version }) => version))].join(', ')}`;
  const detail = probe.pythons.length > 0 ? found : 'none in the search path';
  if (uv !== null) {
    return warn(
      'Python',
      `${detail}; uv ${uv.version} can fetch one`,
      'Let it: nothing needs doing.',
    );
  }
  return fail(
    'Python',
    detail,
    'The trainer needs Python 3.11 to 3.13. Install one of them, or uv, which fetches one.',
  );
}

function isForTrainer(version: string): boolean {
  return isAtLeast(version, least.trainerPython) && !isAtLeast(version, tooNewPython);
}

function nodeCheck({ node }: MachineFacts): HealthCheck {
  if (node !== null && isUsableNode(node)) return pass('Node', `${node.version} (${node.path})`);
  const detail = node === null ? 'not there' : `${node.version} is older than ${least.node}`;
  return pass('Node', `${detail}; one is brought along`);
}

export function isUsableNode({ version }: FoundProgram): boolean {
  return isAtLeast(version, least.node);
}

function portsCheck({ ports }: MachineProbe): HealthCheck {
  if (ports.length >= portsOfRun) return pass('Ports', 'free ones are there');
  return fail(
    'Ports',
    'the machine gives no free ports',
    'End programs there that hold many connections.',
  );
}

function clockCheck({ clockSkewSeconds: skew }: MachineFacts): HealthCheck {
  const seconds = Math.abs(skew);
  if (seconds < 1) return pass('Clock', 'as here');
  const detail = `${seconds.toFixed(0)} s ${skew > 0 ? 'ahead of' : 'behind'} ours`;
  if (seconds <= mostSkewSeconds) return pass('Clock', detail);
  return warn('Clock', detail, 'Times are shown by our clock. Set the clocks by NTP to be sure.');
}
