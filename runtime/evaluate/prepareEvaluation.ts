// From what a person wants to know to an evaluation that can begin: reads the benchmark, opens model and judge, looks at the prompts,
// and writes the protocol down. Everything that a person can have got wrong is found here, before a rollout is made.
import type {
  AgentRuntime,
  PreparationOptions,
  RolloutPreview,
  RolloutRequest,
} from '../agentRuntime.ts';
import type { Evaluation, ProtocolRecord } from '../contract/evaluation.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { JudgeChoice } from '../judge/judgeChoice.ts';
import { chooseFiles } from '../support/chosenFiles.ts';
import { mapLimited } from '../support/mapLimited.ts';
import { protocolRecord } from './protocolRecord.ts';
import { conditionsHash, protocolHash } from './protocolHash.ts';
import type { Benchmark } from './readBenchmark.ts';
import { fileHash, type HashedTasks } from './taskHashes.ts';

/** What of the world beyond its files the agent may reach. */
export type Reach = Pick<RolloutRequest, 'web' | 'visionModel'>;

export interface EvaluationWish {
  readonly benchmark: Benchmark;
  readonly hashed: HashedTasks;
  readonly recipe: Recipe;
  readonly judge: JudgeChoice;
  readonly model: string;
  readonly reach: Reach;
  readonly seeds: readonly number[];
  readonly samplesPerSeed: number;
  /** Of its folder; null makes one that the same call makes again. */
  readonly name: string | null;
}

export interface PreparationMeans extends PreparationOptions {
  readonly runtime: Pick<AgentRuntime, 'preview' | 'openJudge'>;
  readonly runtimeVersion: string;
  /** ISO 8601. */
  readonly now: string;
}

/** Tasks are looked at side by side: a prompt with previews reads its files. */
const previewsAtOnce = 4;

/** @throws HumanError or FailureError when model, judge or a task cannot be used */
export async function prepareEvaluation(
  wish: EvaluationWish,
  means: PreparationMeans,
): Promise<Evaluation> {
  const { runtime, runtimeVersion, now, signal, onProgress } = means;
  const judge = await runtime.openJudge(wish.judge, { signal, onProgress });
  const previews = await previewsOf(wish, means);
  const { web, visionModel = null } = wish.reach;
  const reached = { web: await webOf(web, signal), visionModel };
  const told = { judge: judge.identity, previews, runtimeVersion };
  const protocol = protocolRecord({ ...wish, ...reached, ...told });
  return {
    version: 1,
    name: wish.name ?? evaluationName(protocol),
    createdAt: now,
    protocol,
    protocolHash: protocolHash(protocol),
    tasks: wish.hashed.tasks.map(({ task: { id, level, question }, hash }) => {
      return { id, hash, level, question };
    }),
  };
}

async function previewsOf(
  { hashed, recipe, model, reach: { web } }: EvaluationWish,
  { runtime, signal, onProgress }: PreparationMeans,
): Promise<RolloutPreview[]> {
  const total = hashed.tasks.length;
  let done = 0;
  return mapLimited(hashed.tasks, previewsAtOnce, signal, async ({ task }, either) => {
    const files = await chooseFiles(task.files);
    const request = { task, files, model, recipe, ...(web === undefined ? {} : { web }) };
    const preview = await runtime.preview(request, { signal: either, onProgress });
    onProgress({ activity: 'Looking at the prompts', done: (done += 1), total, unit: 'items' });
    return preview;
  });
}

/** A recording that grows while it is made is no condition of the evaluation; one that answers is. */
async function webOf(web: Reach['web'], signal: AbortSignal): Promise<string> {
  const mode = web?.mode ?? { type: 'off' as const };
  if (mode.type === 'off') return 'off';
  if (mode.type === 'replay') return `replay: ${await fileHash(mode.file, signal)}`;
  return `live: ${web?.search ?? ''}`;
}

const mostOfPart = 40;

/** `metadata-qwen2.5-7b-1f3a9c0b`: the same for the same tasks, model and conditions. */
function evaluationName(protocol: ProtocolRecord): string {
  const { data, model } = protocol;
  const parts = [data.name.replace(/\.[a-z]+$/i, ''), model.name.replace(/@.*$/, '')].map(readable);
  return [...parts, conditionsHash(protocol).slice(0, 8)].filter((part) => part !== '').join('-');
}

function readable(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9._]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '');
  return plain.slice(-mostOfPart).replace(/^[^A-Za-z0-9]+/, '');
}
