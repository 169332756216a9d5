// What a client may ask of the runtime process. Names are imperative; each has a schema for what goes in and what comes out.
import * as z from 'zod';
import { RunEvent } from './events.ts';
import { Id } from './ids.ts';

export const RunAgent = z.object({
  question: z.string().min(1),
  /** Absolute paths of the chosen files and folders. */
  files: z.array(z.string()),
  /** `embedded`, `NAME@BASE_URL`, `replay:FILE`, `onnx:DIR` or `gguf:FILE`. */
  model: z.string().default('embedded'),
  recipe: z.string().default('tool-r1'),
  referenceAnswer: z.string().nullable().default(null),
  seed: z.int().nonnegative().nullable().default(null),
  /** Folder whose `.tool-r1/` keeps the trajectory. */
  workspace: z.string(),
});
export type RunAgent = z.infer<typeof RunAgent>;

export const ModelListing = z.object({
  name: z.string(),
  kind: z.enum(['embedded', 'server', 'replay', 'onnx', 'gguf']),
  ready: z.boolean(),
  /** Says what is there, or what to do to make it ready. */
  detail: z.string(),
});
export type ModelListing = z.infer<typeof ModelListing>;

export const HealthCheck = z.object({
  name: z.string(),
  state: z.enum(['pass', 'warn', 'fail']),
  detail: z.string(),
  /** What to do about it; null when nothing needs doing. */
  advice: z.string().nullable(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

export const requests = {
  'run-agent': { params: RunAgent, result: z.object({ trajectoryId: Id, file: z.string() }) },
  'stop-rollout': {
    params: z.object({ trajectoryId: Id }),
    result: z.object({ stopped: z.boolean() }),
  },
  'list-models': { params: z.object({}), result: z.object({ models: z.array(ModelListing) }) },
  'check-machine': { params: z.object({}), result: z.object({ checks: z.array(HealthCheck) }) },
} as const;
export type RequestName = keyof typeof requests;

/** Sent by the runtime without being asked. */
export const notifications = { 'run-event': RunEvent } as const;
