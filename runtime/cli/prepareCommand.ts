// `tool-r1 prepare`: fetches the embedded model and builds the sandbox snapshot, so that the first run need not; and, when
// asked for, fetches numpy and pandas.
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { ProgressLine } from './progressLine.ts';

export interface PrepareOptions {
  /** Say by the exit code whether everything is there, and do nothing. */
  readonly check: boolean;
  /** Fetch numpy and pandas too. */
  readonly dataPack: boolean;
  /** The person agreed to the download of the data pack. */
  readonly yes: boolean;
}

export async function prepareCommand(
  context: CommandContext,
  options: PrepareOptions,
): Promise<ExitCode> {
  const { terminal, interrupts } = context;
  const runtime = await context.openRuntime();
  if (options.check) {
    return (await runtime.isPrepared()) ? exitCodes.ok : exitCodes.unexpected;
  }
  const progress = new ProgressLine(terminal, () => performance.now());
  const preparation = {
    signal: interrupts.signal,
    onProgress: progress.show.bind(progress),
  };
  if (options.dataPack) {
    const offer = await runtime.offerDataPack(interrupts.signal);
    if (!options.yes && !offer.isInstalled) {
      terminal.line(`${offer.packages.join(', ')} would come from ${offer.source},`);
      terminal.line('checked by SHA-256. To agree: tool-r1 prepare --data-pack --yes');
      return exitCodes.usage;
    }
    await runtime.installDataPack(preparation);
  }
  await runtime.prepare(preparation);
  progress.clear();
  terminal.message('The embedded model and the sandbox are ready.');
  return exitCodes.ok;
}
