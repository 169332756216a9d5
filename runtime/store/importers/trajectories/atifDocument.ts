// One document of ATIF, put together from its parts: its steps, checked one by one, and the rest.
import * as z from 'zod';
import { check } from '../../../support/parseJson.ts';

const Text = z.string().nullish().catch(null);
const Count = z.int().nonnegative().nullish().catch(null);
const Call = z.looseObject({
  tool_call_id: Text,
  function_name: z.string(),
  arguments: z.unknown().optional(),
});
const Result = z.looseObject({ source_call_id: Text, content: z.unknown().optional() });
const Metrics = z.looseObject({ prompt_tokens: Count, completion_tokens: Count });

export const AtifStep = z.looseObject({
  source: z.enum(['system', 'user', 'agent']),
  timestamp: Text,
  model_name: Text,
  message: z.unknown().optional(),
  reasoning_content: Text,
  tool_calls: z.array(Call).nullish(),
  observation: z.looseObject({ results: z.array(Result) }).nullish(),
  metrics: Metrics.nullish(),
});
export type AtifStep = z.infer<typeof AtifStep>;

const Documents = z.array(z.record(z.string(), z.unknown())).catch([]);

export class AtifDocument {
  readonly steps: AtifStep[] = [];
  /** Everything beside the steps, by key. */
  readonly rest: Record<string, unknown> = {};

  get isTrajectory(): boolean {
    return this.steps.length > 0;
  }

  /** Takes the part at that place of the document. Returns why it is none. */
  take(keys: readonly (string | number)[], value: unknown): string | null {
    if (keys[0] !== 'steps') {
      this.rest[String(keys[0])] = value;
      return null;
    }
    const step = check(AtifStep, value);
    if (!step.ok) return `no step of ATIF: ${step.problem}`;
    this.steps.push(step.value);
    return null;
  }

  embedded(): AtifDocument[] {
    return Documents.parse(this.rest['subagent_trajectories']).map((fields) => {
      const document = new AtifDocument();
      for (const [key, value] of Object.entries(fields)) document.#takeField(key, value);
      return document;
    });
  }

  #takeField(key: string, value: unknown): void {
    if (key !== 'steps' || !Array.isArray(value)) this.take([key], value);
    else for (const [at, step] of value.entries()) this.take([key, at], step);
  }
}
