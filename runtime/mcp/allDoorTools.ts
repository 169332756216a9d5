// The tools for other agents, in the order in which an agent meets them: what is there, what is in it, what can be done.
import type { DoorTool } from './doorTool.ts';
import { listCheckpoints } from './doorTools/listCheckpoints.ts';
import { listRuns } from './doorTools/listRuns.ts';
import { listTasks } from './doorTools/listTasks.ts';
import { listTrajectories } from './doorTools/listTrajectories.ts';
import { listTrajectoryFiles } from './doorTools/listTrajectoryFiles.ts';
import { readReward } from './doorTools/readReward.ts';
import { readRun } from './doorTools/readRun.ts';
import { readRunLog } from './doorTools/readRunLog.ts';
import { readStep } from './doorTools/readStep.ts';
import { readTrajectory } from './doorTools/readTrajectory.ts';
import { runAgent } from './doorTools/runAgent.ts';
import { searchTrajectories } from './doorTools/searchTrajectories.ts';
import { stopTraining } from './doorTools/stopTraining.ts';

export const allDoorTools: readonly DoorTool[] = [
  listTasks,
  listTrajectoryFiles,
  listTrajectories,
  searchTrajectories,
  readTrajectory,
  readStep,
  readReward,
  listRuns,
  readRun,
  listCheckpoints,
  readRunLog,
  runAgent,
  stopTraining,
];
