// The command lines of a run's processes on the machine that trains, as data: the supervisor starts them, and a person can read them.
import path from 'node:path';
import type { ProcessCommand } from '../contract/training/runFolder.ts';
import { runFiles } from '../store/runs/runFiles.ts';
import { HumanError } from '../support/errors.ts';
import type { RunPorts } from './freePorts.ts';
import { ncclVariables, type NetworkRoute } from './networkRoute.ts';
import { pythonVariables } from './pythonVariables.ts';
import { tokenServerCommand, type CommandJob } from './tokenServerCommand.ts';

/** Graphics cards by index that train, and those that sample; null where the first one does both in turn. */
export interface GpuSplit {
  readonly train: readonly number[];
  readonly sample: readonly number[] | null;
}

export interface CommandPlace {
  readonly folder: string;
  readonly program: readonly [node: string, ...args: string[]];
  readonly python: string;
  readonly trainerFolder: string;
  readonly ports: RunPorts;
  readonly gpus: GpuSplit;
  /** Threads of a process that calculates on the processor. Other numbers give other last bits. */
  readonly threads: number;
  /** How another machine that samples is reached; null when this one does. */
  readonly toSampler: NetworkRoute | null;
}

/** In the order of starting. @throws HumanError when the cards cannot do what the recipe asks for */
export function processCommands(job: CommandJob, place: CommandPlace): ProcessCommand[] {
  const own = [rollouts(place), trainer(job, place)];
  if (place.toSampler !== null) return own;
  if (job.policySync === 'gathered' && place.gpus.sample === null) {
    throw new HumanError(
      'Training all weights needs cards of its own for sampling: --gpus 1+1, or train an adapter with --set lora.',
    );
  }
  return [tokens(job, place), ...own];
}

function tokens(job: CommandJob, place: CommandPlace): ProcessCommand {
  const { gpus, ports, python, trainerFolder, threads } = place;
  return tokenServerCommand(job, {
    host: '127.0.0.1',
    port: ports.tokens,
    python,
    trainerFolder,
    threads,
    cards: gpus.sample ?? gpus.train.slice(0, 1),
    isShared: gpus.sample === null,
    env: {},
  });
}

function rollouts({ program, folder, ports }: CommandPlace): ProcessCommand {
  const host = '127.0.0.1';
  return {
    name: 'rollouts',
    argv: [...program, 'rollouts', '--listen', `${host}:${ports.rollouts}`, '--run', folder],
    env: {},
    listens: { host, port: ports.rollouts, readyPath: '/v1/health', readySeconds: 120 },
  };
}

function trainer(job: CommandJob, place: CommandPlace): ProcessCommand {
  const { folder, gpus, python, trainerFolder, threads, toSampler } = place;
  const own = ['-m', 'tool_r1_trainer', '--config', runFiles(folder).job];
  const env = pythonVariables(trainerFolder, threads);
  const onCards = {
    ...env,
    ...ncclVariables(job.policySync, toSampler),
    CUDA_VISIBLE_DEVICES: gpus.train.join(','),
  };
  return {
    name: 'trainer',
    argv: job.device === 'cpu' ? [python, ...own] : [...accelerate(job, place), ...own],
    env: job.device === 'cpu' ? env : onCards,
    listens: null,
  };
}

/** An adapter is trained with a copy of the model on each card; all weights are spread over the cards. */
function accelerate({ policySync }: CommandJob, place: CommandPlace): string[] {
  const { gpus, python, trainerFolder } = place;
  const file = path.join(trainerFolder, policySync === 'lora_disk' ? 'ddp.yaml' : 'fsdp2.yaml');
  return [
    path.join(path.dirname(python), 'accelerate'),
    'launch',
    ...(gpus.train.length > 1 ? ['--config_file', file] : []),
    ...['--num_processes', String(gpus.train.length), '--mixed_precision', 'bf16'],
  ];
}
