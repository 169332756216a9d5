// The command lines of a machine that only samples for a run that trains elsewhere: what takes new weights there, and the server.
import type { ProcessCommand } from '../contract/training/runFolder.ts';
import { ncclVariables } from './networkRoute.ts';
import { pythonVariables } from './pythonVariables.ts';
import { tokenServerCommand, type CommandJob } from './tokenServerCommand.ts';

export interface SamplerCommandPlace {
  readonly folder: string;
  readonly python: string;
  readonly trainerFolder: string;
  /** Address of this machine at which it is called, and the device that has it. */
  readonly host: string;
  readonly device: string | null;
  readonly ports: SamplerPorts;
  readonly cards: readonly number[];
  readonly threads: number;
}

export interface SamplerPorts {
  readonly tokens: number;
  readonly receiver: number;
}

/** In the order of starting: signs of life are heard while the model is loaded. */
export function samplerCommands(job: CommandJob, place: SamplerCommandPlace): ProcessCommand[] {
  const { host, device, ports, python, trainerFolder, threads, cards } = place;
  const env = ncclVariables(job.policySync, { address: host, device });
  const server = { host, port: ports.tokens, python, trainerFolder, threads, cards };
  return [receiver(place), tokenServerCommand(job, { ...server, isShared: false, env })];
}

function receiver({
  folder,
  python,
  trainerFolder,
  host,
  ports,
}: SamplerCommandPlace): ProcessCommand {
  return {
    name: 'receiver',
    argv: [
      ...[python, '-m', 'tool_r1_trainer.policy_receiver', '--folder', folder],
      ...['--host', host, '--port', String(ports.receiver)],
    ],
    env: pythonVariables(trainerFolder, 1),
    listens: { host, port: ports.receiver, readyPath: '/health', readySeconds: 60 },
  };
}
