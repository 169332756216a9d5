// `tool-r1 sampler` with its options.
import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { ProgramParts } from './program.ts';

export function addSampler(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('sampler')
    .description('sample for a run that trains on another machine; tool-r1 train starts it')
    .requiredOption('--out <folder>', 'what it writes: logs, and the newest weights')
    .option('--model <folder>', 'a Hugging Face model: config.json, weights, tokenizer')
    .option('--recipe <name>', 'of the run (default: tool-r1)')
    .addOption(new Option('--device <kind>', '(default: cpu)').choices(['cpu', 'cuda']))
    .option('--cards <indexes>', 'graphics cards that sample, such as 0,1', cardIndexes)
    .option('--address <ip>', 'of this machine, at which the other one calls it', ipAddress)
    .option('--again', 'start the sampler of --out once more')
    .action(async (flags: SamplerFlags) => {
      const { samplerCommand } = await import('./samplerCommand.ts');
      onEnd(
        await samplerCommand(context, {
          out: flags.out,
          again: flags.again ?? false,
          model: flags.model ?? null,
          recipe: flags.recipe ?? null,
          device: flags.device ?? 'cpu',
          address: flags.address ?? null,
          cards: flags.cards ?? [],
        }),
      );
    });
}

interface SamplerFlags {
  readonly out: string;
  readonly model?: string;
  readonly recipe?: string;
  readonly device?: 'cpu' | 'cuda';
  readonly cards?: readonly number[];
  readonly address?: string;
  readonly again?: boolean;
}

/** For commander. */
export function ipAddress(text: string): string {
  if (z.ipv4().safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be an IPv4 address, such as 10.0.0.2.');
}

function cardIndexes(text: string): readonly number[] {
  const numbers = /^\d{1,2}(?:,\d{1,2})*$/.test(text) ? text.split(',').map(Number) : [];
  if (numbers.length > 0 && new Set(numbers).size === numbers.length) return numbers;
  throw new InvalidArgumentError('It must be like 0,1, each card once.');
}
