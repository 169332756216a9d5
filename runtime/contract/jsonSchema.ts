// The contract as JSON Schema, for readers in other languages. Pure: schema.json is written and kept fresh by a test.
import * as z from 'zod';
import * as agreement from './agreement.ts';
import * as doors from './doors.ts';
import * as doorToolName from './doorToolName.ts';
import * as environment from './environment.ts';
import * as benchmarkEvaluation from './evaluation.ts';
import * as evaluationPanel from './evaluationPanel.ts';
import * as evaluationRequests from './evaluationRequests.ts';
import * as events from './events.ts';
import * as failure from './failure.ts';
import * as health from './health.ts';
import * as ids from './ids.ts';
import * as importing from './importing.ts';
import * as judge from './judge.ts';
import * as judging from './judging.ts';
import * as label from './label.ts';
import * as labelling from './labelling.ts';
import * as labelPanel from './labelPanel.ts';
import * as machine from './machine.ts';
import * as observation from './observation.ts';
import * as panel from './panel.ts';
import * as recipe from './recipe.ts';
import * as reply from './reply.ts';
import * as requests from './requests.ts';
import * as reward from './reward.ts';
import * as rewardSettings from './rewardSettings.ts';
import * as runPanel from './runPanel.ts';
import * as startPanel from './startPanel.ts';
import * as step from './step.ts';
import * as stepRow from './stepRow.ts';
import * as task from './task.ts';
import * as thisComputer from './thisComputer.ts';
import * as tool from './tool.ts';
import * as audit from './training/audit.ts';
import * as evaluation from './training/evaluation.ts';
import * as rolloutServer from './training/rolloutServer.ts';
import * as runFolder from './training/runFolder.ts';
import * as runView from './training/runView.ts';
import * as samplerJob from './training/samplerJob.ts';
import * as samplerPlace from './training/samplerPlace.ts';
import * as taskSample from './training/taskSample.ts';
import * as trainingRequests from './training/trainingRequests.ts';
import * as trainingSettings from './trainingSettings.ts';
import * as trajectory from './trajectory.ts';
import * as viewing from './viewing.ts';
import * as web from './web.ts';
import * as work from './work.ts';

const modules: Readonly<Record<string, unknown>> = {
  ...agreement,
  ...audit,
  ...benchmarkEvaluation,
  ...doors,
  ...doorToolName,
  ...environment,
  ...evaluationPanel,
  ...evaluationRequests,
  ...events,
  ...failure,
  ...health,
  ...ids,
  ...importing,
  ...judge,
  ...judging,
  ...label,
  ...labelling,
  ...labelPanel,
  ...machine,
  ...observation,
  ...panel,
  ...recipe,
  ...reply,
  ...requests,
  ...reward,
  ...rewardSettings,
  ...evaluation,
  ...rolloutServer,
  ...runFolder,
  ...runPanel,
  ...runView,
  ...samplerJob,
  ...samplerPlace,
  ...startPanel,
  ...step,
  ...stepRow,
  ...task,
  ...taskSample,
  ...thisComputer,
  ...tool,
  ...trainingRequests,
  ...trainingSettings,
  ...trajectory,
  ...viewing,
  ...web,
  ...work,
};

/**
 * One document with a definition for each schema of the contract, by its name in the code, and for what each request takes
 * and gives. It describes what may be written: a field with a default may be left out.
 */
export function contractJsonSchema(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of namedSchemas()) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/$defs/${id}` });
  const definitions = Object.entries(schemas).map(
    ([name, schema]) => [name, withoutPlace(schema)] as const,
  );
  const sorted = [...definitions, ...aliases()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The data of Tool-R1: tasks, trajectories, rewards, events and requests',
    $defs: Object.fromEntries(sorted),
  };
}

/** What only a document of its own needs. */
function withoutPlace(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'),
  );
}

function namedSchemas(): [string, z.ZodType][] {
  const named = exportedSchemas();
  const taken = new Set<z.ZodType>(named.map(([, schema]) => schema));
  return [...named, ...requestSchemas().filter(([, schema]) => !taken.has(schema))];
}

/** What a request takes or gives under its own name, where the schema has another name already. */
function aliases(): [string, object][] {
  const names = new Map(exportedSchemas().map(([name, schema]) => [schema, name]));
  return requestSchemas().flatMap(([alias, schema]) => {
    const name = names.get(schema);
    return name === undefined ? [] : [[alias, { $ref: `#/$defs/${name}` }] as [string, object]];
  });
}

function exportedSchemas(): [string, z.ZodType][] {
  return Object.entries(modules).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  );
}

function requestSchemas(): [string, z.ZodType][] {
  const all = { ...requests.requests, ...requests.clientRequests };
  return Object.entries(all).flatMap(([name, { params, result }]) => [
    [`${pascalCase(name)}Params`, params] as [string, z.ZodType],
    [`${pascalCase(name)}Result`, result] as [string, z.ZodType],
  ]);
}

function pascalCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
}
