// What other agents may ask for through the doors of the product: its tools, by name, for the editor's own agents. The MCP server
// offers the same tools over its own protocol (runtime/mcp).
import * as z from 'zod';
import { Id } from './ids.ts';

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

/** What a person reads before they allow a call that does something. */
export const DoorConfirmation = z.object({ title: z.string(), message: z.string() });
export type DoorConfirmation = z.infer<typeof DoorConfirmation>;

const call = {
  tool: DoorToolName,
  /** As the agent gave it; the tool checks it. */
  input: z.unknown(),
  /** Absolute paths; nothing outside them is read, and the first keeps what is made. */
  folders: z.array(z.string()),
  /** That of the settings: an agent does not choose where the content of files goes. */
  model: z.string(),
  recipe: z.string(),
};

export const doorRequests = {
  /** What a call would do, before it does. Refused when the input is wrong. */
  'describe-door-call': {
    params: z.object(call),
    result: z.object({
      /** Such as `Reading step 3`. */
      activity: z.string(),
      /** Null for a tool that only reads. */
      confirmation: DoorConfirmation.nullable(),
    }),
  },
  /** Tells how far it is by `work-progressed`; ends when it is cancelled. */
  'call-door-tool': {
    params: z.object({
      ...call,
      callId: z.string(),
      /** True once a person allowed it, in a trusted workspace. Tools that do something are refused without. */
      isAllowed: z.boolean(),
    }),
    result: z.object({ text: z.string() }),
  },
} as const;

export const doorNotifications = {
  /** A call runs the agent, so that a person can watch it and stop it. */
  'door-rollout-started': z.object({
    callId: z.string(),
    trajectoryId: Id,
    file: z.string(),
    workspace: z.string(),
    question: z.string(),
  }),
} as const;
