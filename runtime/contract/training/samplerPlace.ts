// Where the model of a run is sampled from when another machine does it, as the machine that trains knows it.
import * as z from 'zod';
import { MachineName } from '../machine.ts';

export const SamplerPlace = z.looseObject({
  /** As the computer that started the run calls it. */
  machine: MachineName,
  /** Its folder there, with a supervisor of its own. */
  folder: z.string(),
  /** Address of it that the machine that trains reaches. */
  host: z.ipv4(),
  /** Of the server that samples, and of what takes new weights and signs of life. */
  tokenPort: z.int().positive(),
  receiverPort: z.int().positive(),
});
export type SamplerPlace = z.infer<typeof SamplerPlace>;
