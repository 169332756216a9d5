// `tool-r1 import --to`: the trajectories of another program as a trajectory file of ours, with what could not be taken over.
import path from 'node:path';
import type { ImportedTrajectories } from '../contract/importing.ts';
import { allForeignFormats } from '../store/importers/trajectories/allForeignFormats.ts';
import { detectFormat } from '../store/importers/trajectories/detectFormat.ts';
import type { ForeignFormatId } from '../store/importers/trajectories/foreignFormat.ts';
import { importTrajectories } from '../store/importers/trajectories/importTrajectories.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { ProgressLine } from './progressLine.ts';
import { sanitise } from './sanitise.ts';
import { shortPath } from './shortPath.ts';

export interface ImportTrajectoriesOptions {
  readonly file: string;
  /** The new file. */
  readonly to: string;
  /** Null finds it out from the file. */
  readonly format: ForeignFormatId | null;
  readonly json: boolean;
}

/** Parts that could not be used are named, and everything else is imported; the exit code tells of them. */
export async function importTrajectoriesCommand(
  context: CommandContext,
  { file, to, format: wanted, json }: ImportTrajectoriesOptions,
): Promise<ExitCode> {
  const { terminal, cwd, interrupts } = context;
  const from = path.resolve(cwd, file);
  const format =
    allForeignFormats.find(({ id }) => id === wanted) ??
    (await detectFormat(from, allForeignFormats));
  const progress = new ProgressLine(terminal, () => performance.now());
  const wish = { file: from, format, to: path.resolve(cwd, to) };
  const host = { signal: interrupts.signal, onProgress: progress.show.bind(progress) };
  const imported = await importTrajectories(wish, host).finally(() => {
    progress.clear();
  });
  if (json) terminal.line(JSON.stringify({ file: wish.to, ...imported }));
  else tell(context, imported, { from: file, to: shortPath(cwd, wish.to) });
  return imported.problemCount === 0 ? exitCodes.ok : exitCodes.usage;
}

function tell(
  { terminal }: Pick<CommandContext, 'terminal'>,
  {
    format,
    trajectories,
    steps,
    problems,
    problemCount,
    notes,
    noteCount,
    unmapped,
  }: ImportedTrajectories,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const counts = `${counted(trajectories, 'trajectory', 'trajectories')} with ${counted(steps, 'step', 'steps')}`;
  terminal.line(sanitise(`${counts} from ${from} (${format}) written to ${to}.`));
  for (const { path: place, count } of unmapped) {
    terminal.line(sanitise(`Kept without a place of its own: ${place} (${count})`));
  }
  const told = [...notes, ...problems];
  for (const { where, message } of told)
    terminal.message(sanitise(`${from}, ${where}: ${message}`));
  const untold = problemCount + noteCount - told.length;
  if (untold > 0) terminal.message(`${untold} more are not shown.`);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
