// `tool-r1 machine serve`: a checkpoint as a model that can be used from here, until Ctrl+C.
import { once } from 'node:events';
import { parseCheckpointName } from '../policy/modelName.ts';
import { failure } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { ProgressLine } from './progressLine.ts';

export interface MachineServeOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  readonly step: number;
}

/** Finding the run, connecting and loading take long: what goes on is said from the first moment. */
const quietMilliseconds = 0;

export async function machineServeCommand(
  context: CommandContext,
  { run, step }: MachineServeOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts } = context;
  const { signal } = interrupts;
  const name = parseCheckpointName(`checkpoint:${run}/${step}`);
  const progress = new ProgressLine(terminal, () => performance.now(), quietMilliseconds);
  const onProgress: ProgressLine['show'] = (one) => progress.show(one);
  onProgress({ activity: `Looking for the run ${run}`, done: 0, total: null, unit: 'items' });
  const { models, serving } = await openMachines();
  const { model, ended, problem } = await models
    .serve(name, { signal, onProgress })
    .finally(() => progress.clear());
  terminal.line(model);
  terminal.message(`Use it: tool-r1 run --model ${model} "..." (Ctrl+C ends the serving)`);
  await Promise.race([ended, signal.aborted ? null : once(signal, 'abort')]);
  if (signal.aborted) {
    await serving.close();
    return exitCodes.ok;
  }
  const why = problem() ?? 'Its server ended.';
  const again = `Serve it again: tool-r1 machine serve ${run} ${step}`;
  throw failure('remote', 'not-served', `The checkpoint is not served any more. ${why} ${again}`);
}
