// `tool-r1 machine pin`: keeps a checkpoint whatever the policy of its run, or no longer.
import { placeOfRun } from './chosenPlace.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export interface MachinePinOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  readonly step: number;
  readonly pinned: boolean;
}

export async function machinePinCommand(
  context: CommandContext,
  { run, step, pinned }: MachinePinOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts } = context;
  const place = await placeOfRun(context, run);
  const { checkpoints } = await openMachines();
  await checkpoints.pin(place, { step, pinned }, interrupts.signal);
  terminal.message(
    pinned ? `Checkpoint ${step} stays.` : `Checkpoint ${step} is not pinned any more.`,
  );
  return exitCodes.ok;
}
