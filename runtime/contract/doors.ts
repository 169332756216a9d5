// What other agents may ask for through the doors of the product: its tools, by name, for the editor's own agents. The MCP server
// offers the same tools over its own protocol (runtime/mcp).
import * as z from 'zod';
import { Id } from './ids.ts';

/** What a person reads before they allow a call that does something. */
export const DoorConfirmation = z.object({ title: z.string(), message: z.string() });
export type DoorConfirmation = z.infer<typeof DoorConfirmation>;

const call = {
  /** Its name; one that there is not is refused. */
  tool: z.string(),
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
