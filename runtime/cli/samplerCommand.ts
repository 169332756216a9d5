// `tool-r1 sampler`: samples for a run that trains on another machine. `tool-r1 train --sampler` starts it there.
import path from 'node:path';
import type { RunJob } from '../contract/training/runFolder.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { startSampler, startSamplerAgain, type StartedSampler } from './samplerStart.ts';

/** Null where the command line says nothing. */
export interface SamplerOptions {
  readonly out: string;
  /** Takes up the sampler of `out` with what it was started with. */
  readonly again: boolean;
  readonly model: string | null;
  readonly recipe: string | null;
  readonly device: RunJob['device'];
  readonly address: string | null;
  readonly cards: readonly number[];
}

/** Comes back after the first heartbeat with one line of JSON that says where its servers are. */
export async function samplerCommand(
  context: CommandContext,
  options: SamplerOptions,
): Promise<ExitCode> {
  const folder = path.resolve(context.cwd, options.out);
  const started = options.again
    ? await startSamplerAgain(context, folder)
    : await start(context, folder, options);
  context.terminal.line(JSON.stringify({ type: 'sampler-started', ...started }));
  return exitCodes.ok;
}

function start(
  context: CommandContext,
  folder: string,
  { model, recipe, device, address, cards }: SamplerOptions,
): Promise<StartedSampler> {
  if (model === null || address === null) {
    throw new HumanError('A sampler needs --model and --address, or --again.');
  }
  if (device === 'cuda' && cards.length === 0) {
    throw new HumanError('Say on which graphics cards it samples, such as --cards 0,1.');
  }
  const wish = { folder, model, recipe: recipe ?? 'tool-r1', device, host: address };
  return startSampler(context, { ...wish, cards: device === 'cpu' ? [] : cards });
}
