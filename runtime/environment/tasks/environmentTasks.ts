// Makes agent tasks on the file system and the booking desk, the same ones for the same seed: a request, the state it starts in,
// the calls that carry it out and the state they lead to. Pure.
import type { CallRequest, EnvironmentSetting } from '../../contract/environment.ts';
import type { Task } from '../../contract/task.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { deskTemplates } from './deskTemplates.ts';
import type { Draft, Template } from './draft.ts';
import { fileTemplates } from './fileTemplates.ts';
import { jointTemplates } from './jointTemplates.ts';
import { drawWorld, type World } from './world.ts';

export interface TaskWish {
  readonly seed: number;
  readonly count: number;
}

/** In turn by kind, so that a few tasks show many kinds already. */
const templates: readonly Template[] = interleaved([fileTemplates, deskTemplates, jointTemplates]);

export const taskKinds: readonly string[] = templates.map(({ kind }) => kind);

/** No request comes twice: a draw that was there already is drawn again. */
export function environmentTasks({ seed, count }: TaskWish): readonly Task[] {
  const random = seededRandom(seed);
  const requests = new Set<string>();
  const tasks: Task[] = [];
  for (let tries = 0; tasks.length < count && tries < 50 * count; tries += 1) {
    const template = templates[tasks.length % templates.length];
    if (template === undefined) break;
    const world = drawWorld(random);
    const draft = template.make(world, random);
    const key = `${draft.request}\n${JSON.stringify(draft.truth)}`;
    if (requests.has(key)) continue;
    requests.add(key);
    const id = `desk-${seed}-${tasks.length + 1}`;
    tasks.push(taskOf(id, template.kind, world, draft));
  }
  return tasks;
}

function taskOf(id: string, kind: string, world: World, draft: Draft): Task {
  const { request, truth, expected, initial = world } = draft;
  const environment: EnvironmentSetting = {
    initial: statesOf(initial, expected),
    truth: [...truth],
    expected: statesOf(expected, expected),
  };
  return {
    version: 1,
    id,
    question: request,
    files: [],
    referenceAnswer: callLines(truth),
    level: truth.length === 1 ? 1 : truth.length === 2 ? 2 : 3,
    source: 'environment',
    metadata: { kind, environment },
  };
}

/** The states of the objects that a request is about. */
function statesOf(world: Partial<World>, about: Partial<World>): EnvironmentSetting['initial'] {
  const { files, desk } = world;
  return {
    ...(about.files === undefined || files === undefined ? {} : { files: { ...files } }),
    ...(about.desk === undefined || desk === undefined ? {} : { desk: { ...desk } }),
  };
}

/** The form in which a policy writes calls: one JSON object a line. */
function callLines(calls: readonly CallRequest[]): string {
  return calls.map((call) => JSON.stringify(call)).join('\n');
}

function interleaved(lists: readonly (readonly Template[])[]): readonly Template[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}
