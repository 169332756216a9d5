// A machine that trains: this computer, or a host that the person's own ssh reaches. What is known about it, and what may be
// asked of it.
import * as z from 'zod';
import { Timestamp } from './ids.ts';
import { HealthCheck } from './health.ts';
import { thisComputer } from './thisComputer.ts';

/** As ssh knows the host: an alias of its configuration, a host name, or user@host. Never begins with a dash. */
export const MachineName = z
  .string()
  .regex(/^[^\s-]\S*$/u)
  .or(z.literal(thisComputer));
export type MachineName = z.infer<typeof MachineName>;

/** One graphics card. Null where the driver says `N/A` or nothing. Memory in MiB, as nvidia-smi gives it. */
export const GpuFacts = z.object({
  index: z.int().nonnegative(),
  uuid: z.string(),
  name: z.string(),
  driver: z.string(),
  memoryTotalMib: z.number().nonnegative().nullable(),
  memoryUsedMib: z.number().nonnegative().nullable(),
  /** 0 to 100. */
  utilization: z.number().min(0).max(100).nullable(),
  /** Split into instances, so that it cannot be used as a whole. */
  mig: z.boolean(),
  /** Uncorrected memory errors since the driver was loaded. */
  eccErrors: z.int().nonnegative().nullable(),
  processes: z.array(
    z.object({
      pid: z.int().positive(),
      name: z.string(),
      user: z.string().nullable(),
      memoryMib: z.number().nonnegative().nullable(),
      /** The run folder that it belongs to; null when it is none of ours. */
      run: z.string().nullable(),
    }),
  ),
});
export type GpuFacts = z.infer<typeof GpuFacts>;

export const MachineFacts = z.object({
  /** As the machine says it. */
  host: z.string(),
  user: z.string(),
  home: z.string(),
  /** Folder of everything that the product has there, absolute. */
  folder: z.string(),
  system: z.string(),
  architecture: z.string(),
  /** Such as `glibc 2.36`; null where there is none. */
  libc: z.string().nullable(),
  cores: z.int().positive(),
  memoryBytes: z.number().nonnegative(),
  freeMemoryBytes: z.number().nonnegative(),
  diskBytes: z.number().nonnegative(),
  freeDiskBytes: z.number().nonnegative(),
  /** Seconds that its clock is ahead of ours. */
  clockSkewSeconds: z.number(),
  python: z.object({ path: z.string(), version: z.string() }),
  node: z.object({ path: z.string(), version: z.string() }).nullable(),
  uv: z.object({ path: z.string(), version: z.string() }).nullable(),
  gpus: z.array(GpuFacts),
  /** What nvidia-smi said instead of cards; null when it named them, or is not there. */
  gpuProblem: z.string().nullable(),
});
export type MachineFacts = z.infer<typeof MachineFacts>;

/** How the connection stands. Offline is not dead: what runs there goes on. */
export const MachineConnection = z.discriminatedUnion('state', [
  /** Nothing has asked for it since the start of this program. */
  z.object({ state: z.literal('idle'), lastSeenAt: Timestamp.nullable() }),
  z.object({ state: z.literal('connecting') }),
  z.object({ state: z.literal('connected'), since: Timestamp, roundTripMilliseconds: z.number() }),
  z.object({
    state: z.literal('offline'),
    /** When it was heard last; null when never. */
    lastSeenAt: Timestamp.nullable(),
    /** In ssh's own words, with what to do where that is known. */
    problem: z.string(),
    /** Null when only the person can mend it: a changed host key, a refused login. */
    nextTryAt: Timestamp.nullable(),
  }),
]);
export type MachineConnection = z.infer<typeof MachineConnection>;

export const MachineListing = z.object({
  name: MachineName,
  connection: MachineConnection,
  /** As they were seen last; null before the first time. */
  facts: MachineFacts.nullable(),
});
export type MachineListing = z.infer<typeof MachineListing>;

const machine = z.object({ machine: MachineName });
/** Names the call in `work-progressed`. */
const call = { callId: z.string() };

export const machineRequests = {
  'list-machines': {
    params: z.object({}),
    result: z.object({ machines: z.array(MachineListing) }),
  },
  /** Connects, looks what is there, and remembers the machine. Asks through `answer-prompt` where ssh asks. */
  'attach-machine': {
    params: machine.extend(call),
    result: z.object({ machine: MachineListing }),
  },
  /** Forgets it. Nothing on it is touched, and what runs there goes on. */
  'detach-machine': { params: machine, result: z.object({}) },
  /** Tries to connect at once. */
  'retry-machine': { params: machine, result: z.object({ machine: MachineListing }) },
  /** Names of hosts that the person's ssh configuration or known hosts mention, for a list to choose from. */
  'list-ssh-hosts': { params: z.object({}), result: z.object({ hosts: z.array(z.string()) }) },
  /** What is there, what is missing, and what to do, failures first. */
  'inspect-machine': {
    params: machine.extend(call),
    result: z.object({ facts: MachineFacts, checks: z.array(HealthCheck) }),
  },
  /** Brings there what a run needs. Does nothing where all is there; goes on where it was cut off. */
  'provision-machine': {
    params: machine.extend(call),
    result: z.object({ sentBytes: z.number().nonnegative(), did: z.array(z.string()) }),
  },
  /** A person's answer to `ssh-asked`; null when they gave none. */
  'answer-prompt': {
    params: z.object({ promptId: z.string(), answer: z.string().nullable() }),
    result: z.object({}),
  },
} as const;

export const machineNotifications = {
  'machine-changed': MachineListing,
  /** ssh asks the person something. Answered by `answer-prompt`. */
  'ssh-asked': z.object({
    promptId: z.string(),
    machine: MachineName,
    /** In ssh's own words. */
    question: z.string(),
    /** `confirm`: a host key to accept, yes or no. `secret`: a passphrase, a password or a code. */
    kind: z.enum(['confirm', 'secret', 'notice']),
  }),
} as const;
