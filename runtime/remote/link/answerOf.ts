// The checked fields of an answer. Something else than agent.py of this version would have to answer for it to be refused.
import type * as z from 'zod';
import { check } from '../../support/parseJson.ts';
import type { Message } from './frames.ts';
import { AgentRefusal } from './remoteProblem.ts';

export function answerOf<Schema extends z.ZodType>(
  schema: Schema,
  { fields }: Message,
): z.output<Schema> {
  const checked = check(schema, fields);
  if (checked.ok) return checked.value;
  throw new AgentRefusal('broken', `It answered something unexpected: ${checked.problem}`);
}
