// Facts that a rollout reports while it runs, in order. The terminal, the panels and `--json` all read these.
import * as z from 'zod';
import { Failure } from './failure.ts';
import { Id, Timestamp } from './ids.ts';
import { Verdict } from './judge.ts';
import { ParseFault } from './reply.ts';
import { Reward } from './reward.ts';
import { Step } from './step.ts';
import { Task } from './task.ts';
import { ToolCall, ToolSignature } from './tool.ts';
import { StopReason, TrajectoryParent } from './trajectory.ts';

const event = { version: z.literal(1), trajectoryId: Id, at: Timestamp };

export const RunEvent = z.discriminatedUnion('type', [
  z.looseObject({
    ...event,
    type: z.literal('rollout-started'),
    task: Task,
    model: z.string(),
    recipe: z.string(),
    tools: z.array(ToolSignature),
    /** Number of the last step that there can be, those carried over included. */
    maxSteps: z.int().positive(),
    /** Absent for a rollout that starts afresh; else the steps up to `parent.step` come first, carried over. */
    parent: TrajectoryParent.optional(),
    /** Trajectory file that is being written; null when nothing is stored. */
    file: z.string().nullable(),
  }),
  z.looseObject({ ...event, type: z.literal('step-started'), step: z.int().positive() }),
  z.looseObject({
    ...event,
    type: z.literal('text-sampled'),
    step: z.int().positive(),
    text: z.string(),
    /** Whether the text belongs to the server's reasoning field. */
    channel: z.enum(['reply', 'reasoning']),
  }),
  z.looseObject({
    ...event,
    type: z.literal('reply-parsed'),
    step: z.int().positive(),
    thought: z.string(),
    code: z.string().nullable(),
    faults: z.array(ParseFault),
  }),
  z.looseObject({
    ...event,
    type: z.literal('tool-called'),
    step: z.int().positive(),
    index: z.int().nonnegative(),
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    ...event,
    type: z.literal('tool-answered'),
    step: z.int().positive(),
    call: ToolCall,
  }),
  z.looseObject({ ...event, type: z.literal('step-ended'), step: Step }),
  z.looseObject({ ...event, type: z.literal('verdict-given'), verdict: Verdict }),
  z.looseObject({ ...event, type: z.literal('reward-assigned'), reward: Reward }),
  z.looseObject({
    ...event,
    type: z.literal('progress-reported'),
    /** What is going on, for example `Loading the model`. */
    activity: z.string(),
    done: z.number().nonnegative(),
    /** Null while the end is unknown. */
    total: z.number().positive().nullable(),
    unit: z.enum(['bytes', 'steps', 'files', 'items']),
  }),
  z.looseObject({ ...event, type: z.literal('failure-recorded'), failure: Failure }),
  z.looseObject({
    ...event,
    type: z.literal('rollout-ended'),
    stopReason: StopReason,
    finalAnswer: z.string().nullable(),
    steps: z.int().nonnegative(),
    reward: Reward.nullable(),
    failure: Failure.nullable(),
    milliseconds: z.number().nonnegative(),
  }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
export type RunEventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;
