// Finds the trajectory that a person means: the one of the id, or the only one of the file.
import path from 'node:path';
import type { Trajectory } from '../contract/trajectory.ts';
import { TrajectoryReader } from '../store/trajectoryReader.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { count } from './format.ts';

export async function openReader(context: CommandContext, file: string): Promise<TrajectoryReader> {
  const { cwd, interrupts, terminal } = context;
  const reader = await TrajectoryReader.open(path.resolve(cwd, file), interrupts.signal);
  for (const { line, message } of reader.problems.slice(0, 10)) {
    terminal.message(`${file}, line ${line}: ${message}`);
  }
  const more = reader.problems.length - 10;
  if (more > 0) terminal.message(`${file}: ${count(more, 'more line')} could not be read`);
  return reader;
}

/** @throws HumanError when the file has none, or several and no id is given */
export async function loadTrajectory(
  context: CommandContext,
  reader: TrajectoryReader,
  id: string | null,
): Promise<Trajectory> {
  const only = reader.summaries.length === 1 ? reader.summaries[0] : undefined;
  const wanted = id ?? only?.id;
  if (wanted === undefined) {
    const ids = reader.summaries.slice(0, 20).map((summary) => summary.id);
    throw new HumanError(
      ids.length === 0
        ? `${reader.file} has no trajectory.`
        : `${reader.file} has ${reader.summaries.length} trajectories; name one: ${ids.join(', ')}`,
    );
  }
  const { trajectory, problems } = await reader.load(wanted);
  for (const problem of problems) context.terminal.message(`${wanted}: ${problem}`);
  return trajectory;
}
