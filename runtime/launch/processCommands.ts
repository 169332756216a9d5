// The command lines of a run's processes on one machine, as data: the supervisor starts them, and a person can read them.
import path from 'node:path';
import type { ProcessCommand, RunJob } from '../contract/training/runFolder.ts';
import { runFiles } from '../store/runs/runFiles.ts';
import { HumanError } from '../support/errors.ts';
import type { RunPorts } from './freePorts.ts';

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
}

/** Containers often forbid Python to keep what it compiled; then each start takes 10 s longer. Empty means allowed. */
const keptByteCode = { PYTHONDONTWRITEBYTECODE: '' };

export type CommandJob = Pick<RunJob, 'device' | 'model' | 'recipe' | 'policySync'>;

/** In the order of starting. @throws HumanError when the cards cannot do what the recipe asks for */
export function processCommands(job: CommandJob, place: CommandPlace): ProcessCommand[] {
  if (job.policySync === 'gathered' && place.gpus.sample === null) {
    throw new HumanError(
      'Training all weights needs cards of its own for sampling: --gpus 1+1, or train an adapter with --set lora.',
    );
  }
  const tokens = job.device === 'cpu' ? cpuTokens(job, place) : vllm(job, place);
  return [tokens, rollouts(place), trainer(job, place)];
}

function cpuTokens({ model, recipe }: CommandJob, place: CommandPlace): ProcessCommand {
  const port = place.ports.tokens;
  return {
    name: 'tokens',
    argv: [
      place.python,
      ...['-m', 'tool_r1_trainer.token_server', '--model', model],
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...['--max-model-len', String(recipe.agent.maxSequenceTokens)],
      ...['--threads', String(place.threads)],
    ],
    env: pythonVariables(place),
    listens: { port, readyPath: '/health', readySeconds: 300 },
  };
}

/** https://docs.vllm.ai/en/stable/cli/serve/ */
function vllm({ model, recipe, policySync }: CommandJob, place: CommandPlace): ProcessCommand {
  const { gpus, ports } = place;
  const isShared = gpus.sample === null;
  const cards = gpus.sample ?? gpus.train.slice(0, 1);
  const rank = recipe.training?.optimiser.lora?.rank ?? 0;
  const weights =
    policySync === 'lora_disk'
      ? ['--enable-lora', '--max-lora-rank', String(rank), '--max-loras', '2']
      : ['--weight-transfer-config', '{"backend":"nccl"}', '--max-logprobs', '-1'];
  const opened =
    policySync === 'lora_disk'
      ? { VLLM_ALLOW_RUNTIME_LORA_UPDATING: 'True' }
      : // Opens the requests that take new weights, without a key: on the loopback address only.
        { VLLM_SERVER_DEV_MODE: '1' };
  return {
    name: 'tokens',
    argv: [
      path.join(path.dirname(place.python), 'vllm'),
      ...['serve', model, '--host', '127.0.0.1', '--port', String(ports.tokens)],
      ...['--dtype', 'bfloat16', '--tensor-parallel-size', String(cards.length)],
      ...weights,
      ...['--gpu-memory-utilization', isShared ? '0.40' : '0.85'],
      ...['--max-model-len', String(recipe.agent.maxSequenceTokens)],
      // The temperature belongs to the log-probabilities, and the model's own sampling defaults do not.
      ...['--logprobs-mode', 'processed_logprobs', '--generation-config', 'vllm'],
    ],
    env: {
      ...keptByteCode,
      ...opened,
      CUDA_VISIBLE_DEVICES: cards.join(','),
    },
    listens: { port: ports.tokens, readyPath: '/health', readySeconds: 1800 },
  };
}

function rollouts({ program, folder, ports }: CommandPlace): ProcessCommand {
  const listen = `127.0.0.1:${ports.rollouts}`;
  return {
    name: 'rollouts',
    argv: [...program, 'rollouts', '--listen', listen, '--run', folder],
    env: {},
    listens: { port: ports.rollouts, readyPath: '/v1/health', readySeconds: 120 },
  };
}

function trainer(job: CommandJob, place: CommandPlace): ProcessCommand {
  const { folder, gpus, python } = place;
  const own = ['-m', 'tool_r1_trainer', '--config', runFiles(folder).job];
  const onCards = { ...pythonVariables(place), CUDA_VISIBLE_DEVICES: gpus.train.join(',') };
  return {
    name: 'trainer',
    argv: job.device === 'cpu' ? [python, ...own] : [...accelerate(job, place), ...own],
    env: job.device === 'cpu' ? pythonVariables(place) : onCards,
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

function pythonVariables({ trainerFolder, threads }: CommandPlace): Record<string, string> {
  return { ...keptByteCode, PYTHONPATH: trainerFolder, OMP_NUM_THREADS: String(threads) };
}
