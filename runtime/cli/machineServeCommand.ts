// `tool-r1 machine serve`: a checkpoint as a model that can be used from here, until Ctrl+C.
import { once } from 'node:events';
import { failure } from '../support/errors.ts';
import { placeOfRun } from './chosenPlace.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { ProgressLine } from './progressLine.ts';

export interface MachineServeOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  readonly step: number;
}

export async function machineServeCommand(
  context: CommandContext,
  { run, step }: MachineServeOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts } = context;
  const { signal } = interrupts;
  const place = await placeOfRun(context, run);
  const { serving } = await openMachines();
  const progress = new ProgressLine(terminal, () => performance.now());
  const onProgress: ProgressLine['show'] = (one) => progress.show(one);
  const { model, ended } = await serving
    .serve(place, step, { signal, onProgress })
    .finally(() => progress.clear());
  terminal.line(model);
  terminal.message(`Use it: tool-r1 run --model ${model} "..." (Ctrl+C ends the serving)`);
  await Promise.race([ended, signal.aborted ? null : once(signal, 'abort')]);
  if (!signal.aborted) {
    throw failure(
      'remote',
      'not-served',
      'The checkpoint is not served any more: the server ended, or the connection.',
    );
  }
  await serving.unserve(place, step);
  return exitCodes.ok;
}
