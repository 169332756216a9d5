// `tool-r1 train --watch FOLDER`, and what `train` does after it has started a run: shows it until it ends, and says how.
import type { RunJob, RunStatus } from '../contract/training/runFolder.ts';
import { newestCheckpoint, readJob } from '../store/runs/readRun.ts';
import { askToStop } from '../store/runs/stopRun.ts';
import {
  fromTheBeginning,
  watchRun,
  type WatchEnding,
  type WatchStart,
} from '../store/runs/watchRun.ts';
import { errorMessage } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { shortPath } from './shortPath.ts';
import { TrainEvents, TrainView } from './trainView.ts';

const pollMilliseconds = 300;

export interface WatchedRun {
  readonly folder: string;
  readonly job: RunJob;
  readonly start: WatchStart;
  readonly json: boolean;
}

/** Ctrl+C ends the looking on; the run goes on. */
export async function trainWatch(
  context: CommandContext,
  folder: string,
  json: boolean,
): Promise<ExitCode> {
  const job = await readJob(folder);
  const watched = { folder, job, start: fromTheBeginning, json };
  return watchToTheEnd(context, watched, context.interrupts.signal);
}

/** Ctrl+C stops the run: the first after the train step, the second at once. Other signals only end the looking on. */
export async function watchStarted(
  context: CommandContext,
  watched: WatchedRun,
): Promise<ExitCode> {
  const { interrupts } = context;
  const { folder } = watched;
  const left = new AbortController();
  // Ctrl+C may have come while the run was being started. Wishes come one after the other: both are written to one file.
  const isEarly = interrupts.signal.aborted;
  const asked = {
    interrupt: isEarly,
    last: isEarly ? interruptRun(context, folder, false) : Promise.resolve(),
  };
  interrupts.signal.addEventListener('abort', () => left.abort(), { once: true });
  interrupts.handOver((signal, times) => {
    if (signal !== 'SIGINT' || times > 2) left.abort();
    else asked.last = asked.last.then(() => interruptRun(context, folder, times === 2));
    asked.interrupt ||= signal === 'SIGINT';
  });
  const code = await watchToTheEnd(context, watched, left.signal);
  return code === exitCodes.ok && asked.interrupt ? exitCodes.cancelled : code;
}

async function interruptRun(
  { terminal }: CommandContext,
  folder: string,
  atOnce: boolean,
): Promise<void> {
  // That it stops is told by the run itself.
  if (!atOnce) terminal.message('Ctrl+C again stops at once, without the train step.');
  try {
    await askToStop(folder, atOnce ? 'now' : 'after-step');
  } catch (error) {
    terminal.message(errorMessage(error));
  }
}

/** Gives the exit code of how the run ended. */
export async function watchToTheEnd(
  context: CommandContext,
  { folder, job, start, json }: WatchedRun,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { terminal } = context;
  const listener = json ? new TrainEvents(terminal) : new TrainView(terminal, job.totalSteps);
  const ending = await watchRun(folder, listener, { start, pollMilliseconds, signal });
  terminal.status('');
  return tellEnding(context, folder, ending, json);
}

async function tellEnding(
  context: CommandContext,
  folder: string,
  ending: WatchEnding,
  json: boolean,
): Promise<ExitCode> {
  const { terminal, cwd } = context;
  const name = shortPath(cwd, folder);
  if (ending.kind === 'left') {
    terminal.message(
      `The run goes on. Look on: tool-r1 train --watch ${name}. Stop it: tool-r1 train --stop ${name}`,
    );
    return exitCodes.ok;
  }
  const resume = `tool-r1 train --resume --out ${name}`;
  if (ending.kind === 'lost') {
    terminal.message(`The supervisor of the run was killed, and the run with it. Go on: ${resume}`);
    return exitCodes.trainingFailed;
  }
  const { status } = ending;
  if (json) terminal.line(JSON.stringify({ type: 'status-ended', ...status }));
  return tellState(context, folder, status, resume);
}

async function tellState(
  { terminal, cwd }: CommandContext,
  folder: string,
  { state, step, problem }: RunStatus,
  resume: string,
): Promise<ExitCode> {
  const saved = await newestCheckpoint(folder);
  const where = `${shortPath(cwd, folder)}, ${saved === null ? 'no checkpoint yet' : `checkpoint ${saved}`}`;
  if (state === 'crashed') {
    terminal.message(`${problem ?? 'The run crashed.'}\nGo on when that is mended: ${resume}`);
    return exitCodes.trainingFailed;
  }
  const done = state === 'done' ? 'Done' : 'Stopped';
  terminal.message(`${done} after ${count(step, 'train step')}: ${where}`);
  if (state !== 'done') terminal.message(`Go on: ${resume}`);
  return exitCodes.ok;
}
