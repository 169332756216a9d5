// `tool-r1 doctor`: what works on this machine and what does not, each found by trying it.
import { showChecks } from './checksView.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export async function doctorCommand(
  context: CommandContext,
  options: { readonly json: boolean },
): Promise<ExitCode> {
  const { terminal, interrupts } = context;
  terminal.status('Trying what works on this machine');
  const runtime = await context.openRuntime();
  const checks = await runtime.checkMachine(interrupts.signal);
  terminal.status('');
  if (options.json) for (const check of checks) terminal.line(JSON.stringify(check));
  else showChecks(terminal, checks);
  return checks.some((check) => check.state === 'fail') ? exitCodes.unexpected : exitCodes.ok;
}
