// Runs the replies of a fixture on the sample workspace with the real loop, sandbox, tools and judge.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import { protocolOf } from '../../runtime/agent/protocols/protocolOf.ts';
import { renderTranscript } from '../../runtime/agent/transcript.ts';
import { AgentSettings } from '../../runtime/contract/recipe.ts';
import { Task } from '../../runtime/contract/task.ts';
import type { Branch, Trajectory } from '../../runtime/contract/trajectory.ts';
import type { DocumentConverter } from '../../runtime/documents/documentConverter.ts';
import { ruleJudge } from '../../runtime/judge/ruleJudge.ts';
import { environmentOf } from '../../runtime/environment/environmentOf.ts';
import { environmentTasks } from '../../runtime/environment/tasks/environmentTasks.ts';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { rewardFunction } from '../../runtime/reward/rewardFunction.ts';
import { KeptEpisodes } from '../../runtime/rollout/keptEpisodes.ts';
import { runRollout } from '../../runtime/rollout/runRollout.ts';
import type { SandboxPool } from '../../runtime/sandbox/sandbox.ts';
import { chooseFiles } from '../../runtime/support/chosenFiles.ts';
import { createLog } from '../../runtime/support/log.ts';
import { finalAnswer } from '../../runtime/tools/finalAnswer.ts';
import { inspectFileAsText } from '../../runtime/tools/inspectFileAsText.ts';
import { createToolBox } from '../../runtime/tools/toolBox.ts';
import { environmentPython } from '../fakes/deskTask.ts';
import { ScriptedPolicy } from '../fakes/scriptedPolicy.ts';
import { tickingClock } from '../fakes/tickingClock.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const workspace = path.join(root, 'media', 'sample-workspace');
export const repliesFolder = path.join(root, 'test', 'fixtures', 'replies');

const Recording = z.strictObject({
  /** Where the replies come from. */
  about: z.string(),
  /** Name of a built-in recipe. */
  recipe: z.string().default('tool-r1'),
  /** A task of the sample workspace or a generated one (`desk-1-...`) by its id, or a question of its own. */
  task: z.union([
    z.string(),
    z.strictObject({
      question: z.string(),
      files: z.array(z.string()),
      referenceAnswer: z.string().nullable(),
      metadata: z.record(z.string(), z.unknown()).optional(),
    }),
  ]),
  /** Settings that differ from the recipe. */
  settings: AgentSettings.partial().default({}),
  /** Each reply as its lines. */
  replies: z.array(z.array(z.string())),
  /** What goes on from it: a further question in the namespace that was kept, or a step with edited code. */
  then: z
    .union([
      z.strictObject({ question: z.string(), replies: z.array(z.array(z.string())) }),
      z.strictObject({
        step: z.int().positive(),
        code: z.array(z.string()),
        replies: z.array(z.array(z.string())),
      }),
    ])
    .optional(),
});
export type Recording = z.infer<typeof Recording>;

export function readRecording(name: string): Recording {
  return Recording.parse(
    JSON.parse(readFileSync(path.join(repliesFolder, `${name}.json`), 'utf8')),
  );
}

export function documentWorker(): URL {
  return pathToFileURL(path.join(root, 'dist', 'documentWorker.mjs'));
}

/** Every reply must have been used, or the recording says something that did not happen. */
export async function runRecording(
  recording: Recording,
  pool: SandboxPool,
  documents: DocumentConverter,
): Promise<Trajectory> {
  const kept = keepEpisodes(pool);
  try {
    const task = taskOf(recording);
    const services = { recording, documents, pool, kept };
    const { then } = recording;
    const first = { id: task.id, task, branch: null, replies: recording.replies };
    const parent = await rollOut(first, services);
    if (then === undefined) return parent;
    const id = `${task.id}-on`;
    if ('question' in then) {
      const asked = Task.parse({ version: 1, id, question: then.question, files: task.files });
      const step = parent.steps.length;
      const branch: Branch = { relation: 'follow-up', parent, step, code: null };
      return await rollOut({ id, task: asked, branch, replies: then.replies }, services);
    }
    const { step, code, replies } = then;
    const branch: Branch = { relation: 'retry', parent, step: step - 1, code: code.join('\n') };
    return await rollOut({ id, task, branch, replies }, services);
  } finally {
    await kept.close();
  }
}

function keepEpisodes(pool: SandboxPool): KeptEpisodes {
  return new KeptEpisodes({
    pool,
    maxKept: 1,
    maxAgeMilliseconds: 60_000,
    patienceMilliseconds: 50,
    onProblem: (error) => {
      throw error;
    },
  });
}

interface RolloutPlan {
  readonly id: string;
  readonly task: Task;
  readonly branch: Branch | null;
  readonly replies: readonly (readonly string[])[];
}

interface RolloutPlaces {
  readonly recording: Recording;
  readonly documents: DocumentConverter;
  readonly pool: SandboxPool;
  readonly kept: KeptEpisodes;
}

async function rollOut(
  { id, task, branch, replies }: RolloutPlan,
  { recording, documents, pool, kept }: RolloutPlaces,
): Promise<Trajectory> {
  const files = await chooseFiles(task.files.map((file) => path.join(workspace, file)));
  const recipe = await readRecipe(recording.recipe, root);
  const { protocol } = recipe.agent;
  const policy = new ScriptedPolicy(replies.map((lines) => lines.join('\n')));
  const log = createLog('silent', process.stderr);
  const tools = createToolBox({
    tools: [finalAnswer, inspectFileAsText(documents)],
    context: { files, reader: null },
    log: log.topic('tools'),
  });
  const trajectory = await runRollout(
    {
      trajectoryId: id,
      task,
      files,
      recipe: { ...recipe, agent: AgentSettings.parse({ ...recipe.agent, ...recording.settings }) },
      importsAtHand: recipe.sandbox.allowedImports,
      seed: 7,
      policyVersion: 0,
      quarantine: null,
      branch,
      writer: null,
      signal: new AbortController().signal,
    },
    {
      policy,
      protocol: protocolOf(protocol),
      pool,
      kept,
      tools: tools.signatures,
      callTool: tools.callTool,
      environment: environmentOf(protocol, task, environmentPython),
      judge: ruleJudge('fixed'),
      reward: rewardFunction,
      sink: null,
      clock: tickingClock(),
      onEvent: () => undefined,
    },
  );
  if (policy.requests.length !== replies.length) {
    const used = `${policy.requests.length} of ${replies.length} replies were used`;
    throw new Error(`${used}\n${renderTranscript(trajectory)}`);
  }
  return trajectory;
}

function taskOf({ task }: Recording): Task {
  if (typeof task !== 'string') return Task.parse({ version: 1, id: 'own-question', ...task });
  if (task.startsWith('desk-')) return generatedTask(task);
  const lines = readFileSync(path.join(workspace, 'tasks.jsonl'), 'utf8').trim().split('\n');
  const found = lines.map((line) => Task.parse(JSON.parse(line))).find(({ id }) => id === task);
  if (found === undefined) throw new Error(`the sample workspace has no task ${task}`);
  return found;
}

function generatedTask(id: string): Task {
  const found = environmentTasks({ seed: 1, count: 30 }).find((task) => task.id === id);
  if (found === undefined) throw new Error(`there is no generated task ${id}`);
  return found;
}
