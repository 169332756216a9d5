// One call of `tool-r1`, from its arguments to its exit code. Nothing here touches the process itself.
import { CommanderError } from 'commander';
import { errorMessage, FailureError, HumanError, isAbort } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodeOfError, exitCodes, type ExitCode } from './exitCodes.ts';
import { createProgram } from './program.ts';
import { sanitise } from './sanitise.ts';

export interface MainOptions {
  readonly context: CommandContext;
  readonly version: string;
}

export async function main(args: readonly string[], options: MainOptions): Promise<ExitCode> {
  const { context, version } = options;
  const { terminal, interrupts } = context;
  let code: ExitCode = exitCodes.ok;
  const program = createProgram({
    version,
    context,
    onEnd: (ended) => (code = ended),
    write: (text) => terminal.write(text),
    writeError: (text) => terminal.message(text.trimEnd()),
  });
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    terminal.status('');
    if (error instanceof CommanderError) return error.exitCode === 0 ? code : exitCodes.usage;
    if (isAbort(error)) return interrupts.exitCode ?? exitCodes.cancelled;
    terminal.message(explain(error, context));
    return exitCodeOfError(error);
  }
}

/** What a person needs to know; the stack only where they asked for it. */
function explain(error: unknown, { terminal, env }: CommandContext): string {
  const { bad } = terminal.errPalette;
  const message = sanitise(errorMessage(error));
  const expected = error instanceof HumanError || error instanceof FailureError;
  const debug = (env['TOOL_R1_DEBUG'] ?? '') !== '' && error instanceof Error;
  const stack = debug ? `\n${error.stack ?? ''}` : '';
  if (expected) return `${bad('tool-r1:')} ${message}${stack}`;
  const advice = debug ? '' : '\nSet TOOL_R1_DEBUG=1 to see where it happened.';
  return `${bad('tool-r1 met an error that it did not expect:')} ${message}${stack}${advice}`;
}
