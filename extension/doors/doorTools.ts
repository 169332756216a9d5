// What language models may call, as the runtime names it. A file of its own, so that only the bundle that registers them has it.
import type { DoorToolName } from '../../runtime/contract/doorToolName.ts';

export const doorTools = [
  'toolr1_list_tasks',
  'toolr1_list_trajectory_files',
  'toolr1_list_trajectories',
  'toolr1_search_trajectories',
  'toolr1_read_trajectory',
  'toolr1_read_step',
  'toolr1_read_reward',
  'toolr1_list_runs',
  'toolr1_read_run',
  'toolr1_list_checkpoints',
  'toolr1_read_run_log',
  'toolr1_run_agent',
  'toolr1_stop_training',
] as const satisfies readonly DoorToolName[];
