// `tool-r1 show`: reads a trajectory file; lists its trajectories or shows one as its rollout was shown.
import type { TrajectorySummary } from '../store/trajectorySummary.ts';
import type { TrajectoryReader } from '../store/trajectoryReader.ts';
import type { CommandContext } from './command.ts';
import { truncate } from './displayWidth.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { loadTrajectory, openReader } from './openTrajectory.ts';
import { RunView } from './runView.ts';
import { sanitise } from './sanitise.ts';
import { shortPath } from './shortPath.ts';
import type { Terminal } from './terminal.ts';
import { trajectoryEvents } from './trajectoryEvents.ts';

export interface ShowOptions {
  readonly file: string;
  readonly id: string | null;
  readonly json: boolean;
  readonly full: boolean;
}

export async function showCommand(
  context: CommandContext,
  options: ShowOptions,
): Promise<ExitCode> {
  const reader = await openReader(context, options.file);
  if (options.id === null && reader.summaries.length !== 1) {
    list(context.terminal, reader, options.json);
  } else {
    await showOne(context, reader, options);
  }
  return exitCodes.ok;
}

async function showOne(
  context: CommandContext,
  reader: TrajectoryReader,
  { id, json, full }: ShowOptions,
): Promise<void> {
  const { terminal, cwd } = context;
  const trajectory = await loadTrajectory(context, reader, id);
  if (json) {
    terminal.line(JSON.stringify(trajectory));
    return;
  }
  const view = new RunView(terminal, {
    full,
    files: [],
    shortenPath: (file) => shortPath(cwd, file),
    hint: false,
  });
  for (const event of trajectoryEvents(trajectory, reader.file)) view.handle(event);
  if (trajectory.ended !== null) return;
  terminal.line();
  terminal.line(terminal.palette.caution('It has no end: it still runs, or its process died.'));
}

function list(terminal: Terminal, { summaries }: TrajectoryReader, json: boolean): void {
  if (json) {
    for (const summary of summaries) terminal.line(JSON.stringify(summary));
    return;
  }
  if (summaries.length === 0) terminal.line('The file has no trajectory.');
  const width = Math.max(0, ...summaries.map(({ id }) => id.length));
  for (const summary of summaries) {
    terminal.line(truncate(listLine(summary, width, terminal), terminal.columns));
  }
}

function listLine(summary: TrajectorySummary, width: number, { palette }: Terminal): string {
  const { id, steps, stopReason, finalAnswer, totalReward, question } = summary;
  const reward = totalReward === null ? '' : `R ${totalReward.toFixed(2)}`;
  const ending = finalAnswer === null ? (stopReason ?? 'no end') : `answer ${finalAnswer}`;
  const facts = [count(steps, 'step').padEnd(8), reward.padEnd(6), ending].join('  ');
  return `${palette.accent(id.padEnd(width))}  ${sanitise(facts)}  ${palette.faint(sanitise(question ?? '').replaceAll('\n', ' '))}`;
}
