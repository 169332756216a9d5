// The run.json of a machine that only samples for a run that trains elsewhere. Beside it lie status.json, events.jsonl, logs/ and stop,
// as in the folder of a run (runFolder.ts), policy/ with the weights that came last, and called, written anew at every call of the run.
import * as z from 'zod';
import { Id, Timestamp } from '../ids.ts';
import { Recipe } from '../recipe.ts';
import { RunJob } from './runFolder.ts';

const { device, policySync, processes } = RunJob.shape;

export const SamplerJob = z.looseObject({
  version: z.literal(1),
  kind: z.literal('sampler'),
  /** Name of the folder. */
  runId: Id,
  createdAt: Timestamp,
  /** A folder of this machine with a Hugging Face model. */
  model: z.string(),
  device,
  recipe: Recipe,
  policySync,
  /** Address of this machine at which it is called. */
  host: z.ipv4(),
  /** Graphics cards by index; empty on the processor. */
  cards: z.array(z.int().nonnegative()),
  /** It ends by itself when the run that it samples for has not called for so long. */
  silenceSeconds: z.int().positive(),
  totalSteps: z.null(),
  processes: z.looseObject({
    tokenPort: z.int().positive(),
    receiverPort: z.int().positive(),
    commands: processes.shape.commands,
    queue: processes.shape.queue,
  }),
});
export type SamplerJob = z.infer<typeof SamplerJob>;
