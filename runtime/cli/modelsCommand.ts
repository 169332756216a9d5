// `tool-r1 models`: which models can be used from here, and what makes the others ready.
import type { ModelListing } from '../contract/requests.ts';
import type { Palette } from './colour.ts';
import type { CommandContext } from './command.ts';
import { wrapText } from './displayWidth.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { sanitise } from './sanitise.ts';

/** Kinds of models that a person names by a path, so that there is nothing to be ready. */
const byPath: ReadonlySet<ModelListing['kind']> = new Set(['gguf', 'onnx', 'replay']);

export async function modelsCommand(
  context: CommandContext,
  options: { readonly json: boolean },
): Promise<ExitCode> {
  const { terminal, interrupts } = context;
  terminal.status('Looking for models');
  const runtime = await context.openRuntime();
  const models = await runtime.listModels(interrupts.signal);
  terminal.status('');
  if (options.json) {
    for (const model of models) terminal.line(JSON.stringify(model));
    return exitCodes.ok;
  }
  const { palette } = terminal;
  for (const { name, kind, ready, detail: told } of models) {
    const detail =
      kind === 'embedded' && !ready ? `${told} Fetch it now with: tool-r1 prepare` : told;
    const mark = ready ? palette.good('ready    ') : missingMark(kind, palette);
    terminal.line(`${mark}  ${palette.strong(sanitise(name))}`);
    for (const line of wrapText(sanitise(detail), terminal.columns - 11)) {
      terminal.line(`           ${palette.faint(line)}`);
    }
  }
  return exitCodes.ok;
}

/** Nine columns. */
function missingMark(kind: ModelListing['kind'], palette: Palette): string {
  if (byPath.has(kind)) return 'by path  ';
  return kind === 'checkpoint' ? 'on demand' : palette.caution('not ready');
}
