// The command that serves a checkpoint on its machine: what sampled for the run, with the weights of the checkpoint. Pure.
import path from 'node:path';
import type { InstalledProgram } from '../provision/installedProgram.ts';
import type { ProcessName, RunJob } from '../../contract/training/runFolder.ts';

export interface ServedWeights {
  /** Of the checkpoint on its machine. */
  readonly folder: string;
  /** It holds a LoRA adapter of the run's model, not a whole one. */
  readonly isAdapter: boolean;
  /** As requests name it. */
  readonly name: string;
  /** On 127.0.0.1 of the machine. */
  readonly port: number;
}

export interface ServingProgram {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** @param newest what the machine has now: that of the run may be gone by then; null where nothing is brought */
export function servingProgram(
  job: RunJob,
  weights: ServedWeights,
  newest: Pick<InstalledProgram, 'python' | 'trainerFolder'> | null,
): ServingProgram {
  const { processes } = job;
  const python = newest?.python ?? processes.python;
  const { argv, env } =
    job.device === 'cpu' ? tokenServer(job, weights, python) : vllm(job, weights, python);
  return newest === null
    ? { argv, env }
    : { argv, env: { ...env, PYTHONPATH: newest.trainerFolder } };
}

function tokenServer(job: RunJob, weights: ServedWeights, python: string): ServingProgram {
  const { folder, isAdapter, name, port } = weights;
  const model = isAdapter ? ['--model', job.model, '--adapter', folder] : ['--model', folder];
  return {
    argv: [
      python,
      ...['-m', 'tool_r1_trainer.token_server', ...model, '--served-model-name', name],
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...['--max-model-len', String(job.recipe.agent.maxSequenceTokens)],
    ],
    env: tokensEnv(job),
  };
}

/** https://docs.vllm.ai/en/stable/cli/serve/ */
function vllm(job: RunJob, weights: ServedWeights, python: string): ServingProgram {
  const { folder, isAdapter, name, port } = weights;
  const rank = job.recipe.training?.optimiser.lora?.rank ?? 16;
  const adapter = ['--enable-lora', '--max-lora-rank', String(rank)];
  const model = isAdapter
    ? [job.model, ...adapter, '--lora-modules', `${name}=${folder}`]
    : [folder, '--served-model-name', name];
  return {
    argv: [
      path.posix.join(path.posix.dirname(python), 'vllm'),
      ...['serve', ...model, '--host', '127.0.0.1', '--port', String(port)],
      ...['--dtype', 'bfloat16', '--generation-config', 'vllm'],
      ...['--max-model-len', String(job.recipe.agent.maxSequenceTokens)],
    ],
    env: { ...tokensEnv(job), CUDA_VISIBLE_DEVICES: String(job.processes.queue?.gpus.at(-1) ?? 0) },
  };
}

/** What the run's own server was given to find its package; where another machine samples, its trainer. */
function tokensEnv({ processes: { commands } }: RunJob): Readonly<Record<string, string>> {
  const named = (wanted: ProcessName) => commands.find(({ name }) => name === wanted);
  return (named('tokens') ?? named('trainer'))?.env ?? {};
}
