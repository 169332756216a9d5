// Writes down the protocol of an evaluation from what it is really run with: the recipe as changed, the judge as opened, and the prompts
// as the rollouts will be shown them. Pure.
import type { RolloutPreview } from '../agentRuntime.ts';
import type { ProtocolRecord } from '../contract/evaluation.ts';
import type { JudgeIdentity } from '../contract/judge.ts';
import type { Recipe } from '../contract/recipe.ts';
import { parseModelName } from '../policy/modelName.ts';
import { needsVerdict } from '../reward/needsVerdict.ts';
import { canonicalHash } from './canonicalJson.ts';
import { errorBars } from './passRate.ts';
import type { Benchmark } from './readBenchmark.ts';
import type { HashedTasks } from './taskHashes.ts';

export interface ProtocolParts {
  readonly benchmark: Pick<Benchmark, 'kind' | 'name' | 'split'>;
  readonly hashed: HashedTasks;
  readonly recipe: Recipe;
  readonly judge: JudgeIdentity;
  readonly seeds: readonly number[];
  readonly samplesPerSeed: number;
  /** As a person names it. */
  readonly model: string;
  /** As the record has it. */
  readonly web: string;
  readonly visionModel: string | null;
  /** Of each task, at least one. */
  readonly previews: readonly RolloutPreview[];
  readonly runtimeVersion: string;
}

/** As contextBudget.ts does it. */
const truncation =
  'observations give way: the older ones first, oldest first, to 1,000 and then 200 characters, then the newest; task and replies stay whole';

export function protocolRecord(parts: ProtocolParts): ProtocolRecord {
  const { benchmark, recipe, seeds, samplesPerSeed, runtimeVersion } = parts;
  const { protocol, temperature, topP, history = 'native', thinking = 'thought' } = recipe.agent;
  return {
    version: 1,
    benchmark: benchmark.kind,
    data: dataOf(parts),
    ...{ seeds: [...seeds], samplesPerSeed, recipe: recipe.name },
    prompt: promptOf(parts.previews),
    baselinePrompt: 'full',
    ...{ outputSyntax: protocol, history, thinking },
    tools: toolsOf(parts.previews),
    ...{
      web: parts.web,
      visionModel: parts.visionModel,
      userSimulator: null,
      verifier: verifierOf(parts),
      reformulation: 'none',
    },
    ...{ reward: recipe.reward, passScore: recipe.training?.passScore ?? 1 },
    sampling: { temperature, topP },
    limits: limitsOf(recipe),
    ...{ truncation, sandbox: recipe.sandbox, errorBars, runtimeVersion },
    model: modelOf(parts),
  };
}

function dataOf({ benchmark: { name, split }, hashed }: ProtocolParts): ProtocolRecord['data'] {
  const { tasks, tasksHash, attachments, attachmentsHash } = hashed;
  return { name, split, tasks: tasks.length, tasksHash, attachments, attachmentsHash };
}

function promptOf(previews: readonly RolloutPreview[]): ProtocolRecord['prompt'] {
  const texts = new Set(
    previews.map(({ system, examples }) => canonicalHash({ system, examples })),
  );
  return {
    style: previews[0]?.style ?? 'full',
    hash: canonicalHash([...texts].sort()),
    texts: texts.size,
    characters: Math.max(...previews.map(charactersOf)),
  };
}

function charactersOf({ system, examples }: RolloutPreview): number {
  return examples.reduce((sum, { content }) => sum + content.length, system.length);
}

function toolsOf(previews: readonly RolloutPreview[]): ProtocolRecord['tools'] {
  const names = previews.flatMap(({ tools }) => tools.map(({ name }) => name));
  const lists = new Set(previews.map(({ tools }) => canonicalHash(tools)));
  return { names: [...new Set(names)].sort(), hash: canonicalHash([...lists].sort()) };
}

/** Where no judge is asked the reward itself compares, and changes with the runtime. */
function verifierOf({ recipe, judge, runtimeVersion }: ProtocolParts): JudgeIdentity {
  if (needsVerdict(recipe.reward)) return judge;
  return { name: recipe.reward.kind, version: runtimeVersion, kind: 'rule' };
}

function limitsOf({ agent }: Recipe): ProtocolRecord['limits'] {
  const { maxSteps, maxSequenceTokens, maxReplyTokens } = agent;
  const { stepTimeoutMilliseconds, maxObservationCharacters, maxUnparsedReplies } = agent;
  const tokens = { maxSteps, maxSequenceTokens, maxReplyTokens };
  return { ...tokens, stepTimeoutMilliseconds, maxObservationCharacters, maxUnparsedReplies };
}

function modelOf({ model, previews }: ProtocolParts): ProtocolRecord['model'] {
  return {
    name: model,
    chatTemplate: templateOf(model),
    contextTokens: previews[0]?.contextTokens ?? null,
    promptTokens: Math.max(...previews.map(({ promptTokens }) => promptTokens)),
  };
}

/** @throws HumanError for a name that is none */
function templateOf(model: string): ProtocolRecord['model']['chatTemplate'] {
  switch (parseModelName(model).kind) {
    case 'server':
    case 'checkpoint':
      return 'server';
    case 'embedded':
    case 'onnx':
    case 'gguf':
      return 'model';
    case 'editor':
      return 'editor';
    case 'replay':
      return 'none';
  }
}
