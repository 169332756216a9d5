// One whole trajectory of a file, for going on from it. Lists and pages of large files are not its business.
import type { Trajectory } from '../contract/trajectory.ts';
import { TrajectoryReader } from './trajectoryReader.ts';

/** @throws FailureError at boundary `store` when the file cannot be read or has no such trajectory */
export async function loadTrajectory(
  file: string,
  id: string,
  signal: AbortSignal,
): Promise<Trajectory> {
  const reader = await TrajectoryReader.open(file, signal);
  return (await reader.load(id)).trajectory;
}
