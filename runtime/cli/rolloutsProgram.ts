// `tool-r1 rollouts` with its options.
import { type Command as Commander, Option } from 'commander';
import { numberBetween } from './numberOption.ts';
import type { ProgramParts } from './program.ts';

export function addRollouts(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('rollouts')
    .description('serve the rollouts of a training run to its trainer')
    .requiredOption('--run <folder>', 'of the run; tool-r1 train makes it')
    .option(
      '--listen <host:port>',
      'where the trainer asks; port 0 takes a free one',
      '127.0.0.1:0',
    )
    .option(
      '--concurrency <number>',
      'rollouts at once, 1 to 512 (default: as many as the machine can do)',
      numberBetween(1, 512, true),
    )
    .addOption(
      new Option('--web-replay <file>', 'a recording that answers instead of the web').env(
        'TOOL_R1_WEB_REPLAY',
      ),
    )
    .action(async ({ run, listen, concurrency, webReplay = '' }: RolloutsFlags) => {
      const { rolloutsCommand } = await import('./rolloutsCommand.ts');
      const rolloutsAtOnce = concurrency ?? null;
      onEnd(await rolloutsCommand(context, { run, listen, rolloutsAtOnce, webReplay }));
    });
}

interface RolloutsFlags {
  readonly run: string;
  readonly listen: string;
  readonly concurrency?: number;
  readonly webReplay?: string;
}
