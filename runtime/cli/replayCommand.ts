// `tool-r1 replay`: runs the recorded replies of a trajectory again in a fresh sandbox and says, step by step, whether
// the observations are the same.
import path from 'node:path';
import type { RunEvent } from '../contract/events.ts';
import type { Step } from '../contract/step.ts';
import type { Trajectory } from '../contract/trajectory.ts';
import { replayedWeb, type WebWish } from '../contract/web.ts';
import { chooseFiles, type ChosenFiles } from '../support/chosenFiles.ts';
import { HumanError, errorMessage } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { compareSteps, type StepComparison } from './compareSteps.ts';
import { truncate } from './displayWidth.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { loadTrajectory, openReader } from './openTrajectory.ts';
import { ProgressLine } from './progressLine.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';

export interface ReplayOptions {
  readonly file: string;
  readonly id: string | null;
  /** Used instead of the recorded ones, where those have moved. */
  readonly files: readonly string[];
  /** Recording of the web, and the search service that was asked then; null leaves the tools of the web closed. */
  readonly webReplay: { readonly file: string; readonly search: string } | null;
  readonly json: boolean;
}

export async function replayCommand(
  context: CommandContext,
  options: ReplayOptions,
): Promise<ExitCode> {
  const { terminal, interrupts } = context;
  const reader = await openReader(context, options.file);
  const recorded = await loadTrajectory(context, reader, options.id);
  const files = await filesOf(context, recorded, options.files);
  const runtime = await context.openRuntime();
  const replayed: Step[] = [];
  const progress = new ProgressLine(terminal, () => performance.now());
  const onEvent = (event: RunEvent) => {
    if (event.type === 'progress-reported') progress.show(event);
    if (event.type === 'step-ended') {
      replayed.push(event.step);
      if (!options.json) tell(terminal, lastComparison(recorded, replayed), event.step);
    }
  };
  const ending = await runtime.replay(recorded, files, {
    ...webOf(context, options.webReplay),
    signal: interrupts.signal,
    onEvent,
  });
  progress.clear();
  const comparisons = compareSteps(recorded.steps, replayed);
  if (interrupts.exitCode !== null) return interrupts.exitCode;
  if (ending.failure !== null && !ranOut(ending.failure.code)) {
    terminal.message(ending.failure.message);
    return exitCodeOf(ending.stopReason, ending.failure);
  }
  return conclude(terminal, comparisons, replayed.length, options.json);
}

function webOf(
  { cwd }: CommandContext,
  recorded: ReplayOptions['webReplay'],
): { readonly web?: WebWish } {
  if (recorded === null) return {};
  return { web: replayedWeb(path.resolve(cwd, recorded.file), recorded.search) };
}

/** The recorded replies end where the recording was cut; that is the end of the replay and nothing broken. */
function ranOut(code: string): boolean {
  return code === 'policy/replay-exhausted';
}

async function filesOf(
  context: CommandContext,
  recorded: Trajectory,
  instead: readonly string[],
): Promise<ChosenFiles> {
  if (instead.length > 0)
    return chooseFiles(instead.map((name) => path.resolve(context.cwd, name)));
  try {
    return await chooseFiles(recorded.started.task.files);
  } catch (error) {
    const advice = 'Name the files where they are now with --file.';
    throw new HumanError(`The files of the recording moved: ${errorMessage(error)} ${advice}`);
  }
}

function lastComparison(recorded: Trajectory, replayed: readonly Step[]): StepComparison {
  const upToHere = recorded.steps.slice(0, replayed.length);
  const last = compareSteps(upToHere, replayed).at(-1);
  return last ?? { index: replayed.length, same: true };
}

function tell(terminal: Terminal, comparison: StepComparison, step: Step): void {
  const { palette } = terminal;
  const head = `Step ${comparison.index}`;
  if (comparison.same) {
    terminal.line(`${palette.good('same')}       ${head}  ${palette.faint(step.observation.kind)}`);
    return;
  }
  terminal.line(`${palette.bad('different')}  ${head}  ${comparison.what}`);
  const width = terminal.columns - 14;
  const shown = (text: string) => truncate(sanitise(text).replaceAll('\n', ' '), width);
  terminal.line(`  recorded  ${shown(comparison.recorded)}`);
  terminal.line(`  replayed  ${shown(comparison.replayed)}`);
}

function conclude(
  terminal: Terminal,
  comparisons: readonly StepComparison[],
  replayedSteps: number,
  json: boolean,
): ExitCode {
  const different = comparisons.filter((comparison) => !comparison.same);
  if (json) {
    for (const comparison of comparisons) terminal.line(JSON.stringify(comparison));
  } else {
    for (const missing of different.filter(({ index }) => index > replayedSteps)) {
      terminal.line(`${terminal.palette.bad('missing')}    Step ${missing.index}`);
    }
    const same = count(comparisons.length - different.length, 'step');
    terminal.line(`${same} of ${comparisons.length} gave the same observation.`);
  }
  return different.length === 0 ? exitCodes.ok : exitCodes.unexpected;
}
