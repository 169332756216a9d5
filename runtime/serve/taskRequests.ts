// Answers the requests about the tasks of a workspace and about what was run in it lately.
import path from 'node:path';
import { readForeignTasks } from '../store/importers/importTasks.ts';
import type { TrajectoryViewer } from '../store/viewing/trajectoryViewer.ts';
import { addWorkspaceTasks, readWorkspaceTasks } from '../store/workspaceTasks.ts';
import { countByTask, recentTrajectories } from '../store/workspaceTrajectories.ts';
import type { RequestHandlers, Result } from './requestHandlers.ts';

export type TaskHandlers = Pick<
  RequestHandlers,
  'list-tasks' | 'add-tasks' | 'import-tasks' | 'list-recent'
>;

export function taskHandlers(viewer: Pick<TrajectoryViewer, 'summarise'>): TaskHandlers {
  return {
    'list-tasks': ({ workspace }, signal) => listTasks(workspace, viewer, signal),
    'add-tasks': ({ workspace, tasks }) => addWorkspaceTasks(workspace, tasks),
    'import-tasks': ({ workspace, from }, signal) => importTasks(workspace, from, signal),
    'list-recent': async ({ workspace, limit }) => ({
      trajectories: await recentTrajectories(workspace, limit, viewer),
    }),
  };
}

async function listTasks(
  workspace: string,
  viewer: Pick<TrajectoryViewer, 'summarise'>,
  signal: AbortSignal,
): Promise<Result<'list-tasks'>> {
  const { file, tasks, problems } = await readWorkspaceTasks(workspace, signal);
  const counts = await countByTask(workspace, viewer);
  return {
    file,
    tasks: tasks.map(({ task, line, missingFiles }) => {
      const { trajectories = 0, judged = 0, passed = 0 } = counts.get(task.id) ?? {};
      return { task, line, missingFiles, trajectories, judged, passed };
    }),
    problems: [...problems],
  };
}

async function importTasks(
  workspace: string,
  from: string,
  signal: AbortSignal,
): Promise<Result<'import-tasks'>> {
  const { format, tasks, problems } = await readForeignTasks(path.resolve(workspace, from), signal);
  return { ...(await addWorkspaceTasks(workspace, tasks)), format, problems: [...problems] };
}
