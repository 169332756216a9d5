// The names of the tools for other agents.
import * as z from 'zod';

/** In the order in which an agent meets them: what is there, what is in it, what can be done. */
export const DoorToolName = z.enum([
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
]);
export type DoorToolName = z.infer<typeof DoorToolName>;
