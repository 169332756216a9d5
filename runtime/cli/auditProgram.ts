// `tool-r1 audit` with its options.
import type { Command as Commander } from 'commander';
import type { ProgramParts } from './program.ts';

export function addAudit(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('audit')
    .description('show what a training run spent its computing on, and what its filters did')
    .argument('<run>', 'the folder of a run, or the name of one below .tool-r1/runs')
    .option('--json', 'print JSON')
    .action(async (run: string, { json = false }: { readonly json?: boolean }) => {
      const { auditCommand } = await import('./auditCommand.ts');
      onEnd(await auditCommand(context, { run, json }));
    });
}
