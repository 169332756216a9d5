// `tool-r1 machine log`: the end of a log of a run, wherever it runs, and what comes to it.
import { setTimeout as delay } from 'node:timers/promises';
import type { RunListing } from '../contract/training/runView.ts';
import { namedRun } from '../remote/runs/namedRun.ts';
import type { OpenedRun } from '../remote/runs/openedRun.ts';
import { FailureError, isAbort } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { renewedRuns } from './machineRunsCommand.ts';
import { sanitise } from './sanitise.ts';

export interface MachineLogOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  /** With or without `.log`. */
  readonly log: string;
  readonly follow: boolean;
  /** Of the end that is printed first. */
  readonly bytes: number;
}

const pollMilliseconds = 2000;
const mostBytes = 256_000;
/** A page needs points of charts; a log does not. */
const mostPoints = 50;

export async function machineLogCommand(
  context: CommandContext,
  options: MachineLogOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts } = context;
  const { place } = chosenRun(await renewedRuns(context, null), options.run);
  const { runs } = await openMachines();
  const { handle } = await runs.open(place, mostPoints, interrupts.signal);
  const name = options.log.includes('.log') ? options.log : `${options.log}.log`;
  const opened = runs.opened(handle);
  const first = await opened.logs.slice(
    { log: name, from: null, generation: null, limit: Math.min(options.bytes, mostBytes) },
    interrupts.signal,
  );
  terminal.write(sanitise(first.text));
  if (options.follow) await follow(context, opened, { log: name, ...first });
  return exitCodes.ok;
}

/** @throws HumanError when there is none of this name, or more than one */
export function chosenRun(runs: readonly RunListing[], wanted: string): RunListing {
  return namedRun(runs, wanted, 'List the runs: tool-r1 machine runs.');
}

interface Place {
  readonly log: string;
  readonly to: number;
  readonly generation: string;
}

/** Until Ctrl+C. A machine that is not heard is waited for. */
async function follow(
  { terminal, interrupts: { signal } }: CommandContext,
  run: OpenedRun,
  start: Place,
): Promise<void> {
  let { to: from, generation } = start;
  while (!signal.aborted) {
    await delay(pollMilliseconds, undefined, { signal }).catch(() => undefined);
    try {
      const wish = { log: start.log, from, generation, limit: mostBytes };
      const slice = await run.logs.slice(wish, signal);
      terminal.status('');
      terminal.write(sanitise(slice.text));
      ({ to: from, generation } = slice);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof FailureError)) throw error;
      terminal.status(sanitise(error.message));
    }
  }
}
