// The command line of the server that samples: our own on the processor, vLLM on cards.
import path from 'node:path';
import type { ProcessCommand, RunJob } from '../contract/training/runFolder.ts';
import { keptByteCode, pythonVariables } from './pythonVariables.ts';

export type CommandJob = Pick<RunJob, 'device' | 'model' | 'recipe' | 'policySync'>;

export interface TokenServerPlace {
  /** Address at which it listens. */
  readonly host: string;
  readonly port: number;
  readonly python: string;
  readonly trainerFolder: string;
  /** Threads of a process that calculates on the processor. Other numbers give other last bits. */
  readonly threads: number;
  /** By index. */
  readonly cards: readonly number[];
  /** The trainer takes the rest of the card. */
  readonly isShared: boolean;
  /** For the way between two machines. */
  readonly env: Readonly<Record<string, string>>;
}

export function tokenServerCommand(job: CommandJob, place: TokenServerPlace): ProcessCommand {
  return job.device === 'cpu' ? ownServer(job, place) : vllm(job, place);
}

function ownServer(
  { model, recipe }: CommandJob,
  { host, port, python, trainerFolder, threads }: TokenServerPlace,
): ProcessCommand {
  return {
    name: 'tokens',
    argv: [
      python,
      ...['-m', 'tool_r1_trainer.token_server', '--model', model],
      ...['--host', host, '--port', String(port)],
      ...['--max-model-len', String(recipe.agent.maxSequenceTokens)],
      ...['--threads', String(threads)],
    ],
    env: pythonVariables(trainerFolder, threads),
    listens: { host, port, readyPath: '/health', readySeconds: 300 },
  };
}

/** https://docs.vllm.ai/en/stable/cli/serve/ */
function vllm(job: CommandJob, place: TokenServerPlace): ProcessCommand {
  const { model, recipe } = job;
  const { host, port, cards, env } = place;
  const { options, variables } = weightsOf(job);
  return {
    name: 'tokens',
    argv: [
      path.join(path.dirname(place.python), 'vllm'),
      ...['serve', model, '--host', host, '--port', String(port)],
      ...['--dtype', 'bfloat16', '--tensor-parallel-size', String(cards.length)],
      ...options,
      ...['--gpu-memory-utilization', place.isShared ? '0.40' : '0.85'],
      ...['--max-model-len', String(recipe.agent.maxSequenceTokens)],
      // The temperature belongs to the log-probabilities, and the model's own sampling defaults do not.
      ...['--logprobs-mode', 'processed_logprobs', '--generation-config', 'vllm'],
    ],
    env: { ...keptByteCode, ...variables, ...env, CUDA_VISIBLE_DEVICES: cards.join(',') },
    listens: { host, port, readyPath: '/health', readySeconds: 1800 },
  };
}

/** How it takes new weights. */
function weightsOf({ policySync, recipe }: CommandJob): {
  readonly options: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
} {
  if (policySync === 'lora_disk') {
    const rank = recipe.training?.optimiser.lora?.rank ?? 0;
    return {
      options: ['--enable-lora', '--max-lora-rank', String(rank), '--max-loras', '2'],
      variables: { VLLM_ALLOW_RUNTIME_LORA_UPDATING: 'True' },
    };
  }
  return {
    options: ['--weight-transfer-config', '{"backend":"nccl"}', '--max-logprobs', '-1'],
    // Opens the requests that take new weights, without a key: on the loopback address or a private one only.
    variables: { VLLM_SERVER_DEV_MODE: '1' },
  };
}
