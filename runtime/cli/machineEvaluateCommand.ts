// `tool-r1 machine evaluate`: how a checkpoint does on the tasks of a file, one rollout each.
import path from 'node:path';
import type { HeldOut } from '../contract/training/evaluation.ts';
import { placeOfRun } from './chosenPlace.ts';
import type { CommandContext } from './command.ts';
import { copyNote } from './copyNote.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { percent } from './percent.ts';
import { ProgressLine } from './progressLine.ts';
import { sanitise } from './sanitise.ts';

export interface MachineEvaluateOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  readonly step: number;
  readonly tasks: string;
  readonly json: boolean;
}

export async function machineEvaluateCommand(
  context: CommandContext,
  { run, step, tasks: file, json }: MachineEvaluateOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, openRuntime, interrupts, cwd } = context;
  const { signal } = interrupts;
  const place = await placeOfRun(context, run);
  const { evaluations } = await openMachines();
  const runtime = await openRuntime(4);
  const progress = new ProgressLine(terminal, () => performance.now());
  const onProgress: ProgressLine['show'] = (one) => progress.show(one);
  const wish = { step, tasks: path.resolve(cwd, file) };
  const { checkpoint, fromCopy } = await evaluations
    .evaluate(place, wish, { runtime, signal, onProgress })
    .finally(() => progress.clear());
  const { heldOut } = checkpoint;
  if (json) terminal.line(JSON.stringify({ step, heldOut, fromCopy }));
  else if (heldOut !== null) terminal.line(heldOutLine(step, heldOut));
  const kept = fromCopy ? copyNote(place.machine) : 'Kept beside the checkpoint.';
  const next = `Compare two: tool-r1 machine compare ${run} FIRST SECOND`;
  terminal.message(sanitise(`${kept} ${next}`));
  return exitCodes.ok;
}

function heldOutLine(step: number, { passRate, low, high, tasks }: HeldOut): string {
  const interval = `${percent(low)} to ${percent(high)}, 95 %`;
  return `Checkpoint ${step} passes ${percent(passRate)} of ${tasks} tasks (${interval}).`;
}
