// `tool-r1 train --prepare`: makes the Python environment of the trainer and says where it is, without training anything.
import type { RunJob } from '../contract/training/runFolder.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { ProgressLine } from './progressLine.ts';

/** @throws HumanError or FailureError when it cannot be made */
export async function trainPrepare(
  context: CommandContext,
  { json, device }: { readonly json: boolean; readonly device: RunJob['device'] },
): Promise<ExitCode> {
  const { terminal, interrupts, training } = context;
  if (!json) {
    terminal.line(await preparedPython(context, device));
    return exitCodes.ok;
  }
  const python = await training.preparePython({
    device,
    signal: interrupts.signal,
    onProgress: (step) => terminal.line(JSON.stringify({ type: 'work-progressed', ...step })),
  });
  terminal.line(JSON.stringify({ type: 'trainer-prepared', python }));
  return exitCodes.ok;
}

/** The Python of the trainer; a person sees how far its making is. */
export async function preparedPython(
  context: CommandContext,
  device: RunJob['device'],
): Promise<string> {
  const { terminal, interrupts, training } = context;
  const progress = new ProgressLine(terminal, () => performance.now());
  try {
    return await training.preparePython({
      device,
      signal: interrupts.signal,
      onProgress: (step) => progress.show(step),
    });
  } finally {
    progress.clear();
  }
}
