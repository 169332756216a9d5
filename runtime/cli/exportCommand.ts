// `tool-r1 export`: trajectories of a file, all or some, in the format of another program.
import path from 'node:path';
import type { ExportFormat } from '../contract/viewing.ts';
import { allExporters } from '../store/exporters/allExporters.ts';
import type { ExportedTrajectory } from '../store/exporters/exporter.ts';
import { writeNewFile } from '../store/exporters/writeNewFile.ts';
import type { TrajectoryReader } from '../store/trajectoryReader.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { openReader } from './openTrajectory.ts';
import { sanitise } from './sanitise.ts';
import { shortPath } from './shortPath.ts';

export interface ExportOptions {
  readonly file: string;
  readonly format: ExportFormat;
  /** The new file. */
  readonly to: string;
  /** Empty means all. */
  readonly ids: readonly string[];
  readonly json: boolean;
}

export async function exportCommand(
  context: CommandContext,
  { file, format, to, ids, json }: ExportOptions,
): Promise<ExitCode> {
  const { terminal, cwd, interrupts } = context;
  const reader = await openReader(context, file);
  const wanted = ids.length > 0 ? [...new Set(ids)] : reader.summaries.map(({ id }) => id);
  if (wanted.length === 0) throw new HumanError(`${file} has no trajectory.`);
  const target = path.resolve(cwd, to);
  const trajectories = readEach(reader, wanted, interrupts.signal);
  await writeNewFile(target, allExporters[format].write(trajectories));
  if (json) terminal.line(JSON.stringify({ file: target, format, trajectories: wanted.length }));
  else {
    const count = `${wanted.length} ${wanted.length === 1 ? 'trajectory' : 'trajectories'}`;
    terminal.line(sanitise(`${count} from ${file} written to ${shortPath(cwd, target)}.`));
  }
  return exitCodes.ok;
}

async function* readEach(
  reader: TrajectoryReader,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ExportedTrajectory> {
  for (const id of ids) {
    signal.throwIfAborted();
    const { trajectory } = await reader.load(id);
    yield { trajectory, lines: await reader.lines(id) };
  }
}
