// The contract as JSON Schema, for readers in other languages. Pure: schema.json is written and kept fresh by a test.
import * as z from 'zod';
import * as events from './events.ts';
import * as failure from './failure.ts';
import * as ids from './ids.ts';
import * as judge from './judge.ts';
import * as observation from './observation.ts';
import * as recipe from './recipe.ts';
import * as reply from './reply.ts';
import * as requests from './requests.ts';
import * as reward from './reward.ts';
import * as step from './step.ts';
import * as task from './task.ts';
import * as tool from './tool.ts';
import * as trajectory from './trajectory.ts';

const modules: Readonly<Record<string, unknown>> = {
  ...events,
  ...failure,
  ...ids,
  ...judge,
  ...observation,
  ...recipe,
  ...reply,
  ...requests,
  ...reward,
  ...step,
  ...task,
  ...tool,
  ...trajectory,
};

/**
 * One document with a definition for each schema of the contract, by its name in the code, and for what each request takes
 * and gives. It describes what may be written: a field with a default may be left out.
 */
export function contractJsonSchema(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of namedSchemas()) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/$defs/${id}` });
  const definitions = Object.entries(schemas)
    .map(([name, schema]) => [name, withoutPlace(schema)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The data of Tool-R1: tasks, trajectories, rewards, events and requests',
    $defs: Object.fromEntries(definitions),
  };
}

/** What only a document of its own needs. */
function withoutPlace(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'),
  );
}

function namedSchemas(): [string, z.ZodType][] {
  const exported = Object.entries(modules).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  );
  const taken = new Set<z.ZodType>(exported.map(([, schema]) => schema));
  const asked = Object.entries(requests.requests).flatMap(([name, { params, result }]) => [
    [`${pascalCase(name)}Params`, params] as [string, z.ZodType],
    [`${pascalCase(name)}Result`, result] as [string, z.ZodType],
  ]);
  return [...exported, ...asked.filter(([, schema]) => !taken.has(schema))];
}

function pascalCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
}
