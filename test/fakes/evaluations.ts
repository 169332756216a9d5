// Protocols and results of evaluations; each test overrides what it is about.
import { createHash } from 'node:crypto';
import type {
  Evaluation,
  EvaluationResult,
  ProtocolRecord,
} from '../../runtime/contract/evaluation.ts';
import { protocolHash } from '../../runtime/evaluate/protocolHash.ts';
import { at, makeStarted } from './records.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export function makeProtocol(over: Partial<ProtocolRecord> = {}): ProtocolRecord {
  const { agent, sandbox, reward } = makeStarted().recipe;
  const { temperature, topP, protocol, ...limits } = agent;
  return {
    version: 1,
    benchmark: 'tasks',
    data: {
      ...{ name: 'tasks.jsonl', split: null, tasks: 4, tasksHash: sha256('tasks') },
      ...{ attachments: 1, attachmentsHash: sha256('files') },
    },
    ...{ seeds: [0, 1, 2], samplesPerSeed: 1, recipe: 'tool-r1' },
    prompt: { style: 'full', hash: sha256('prompt'), texts: 1, characters: 900 },
    ...{ baselinePrompt: 'full', outputSyntax: protocol, history: 'native', thinking: 'thought' },
    tools: { names: ['final_answer'], hash: sha256('tools') },
    ...{
      web: 'off',
      visionModel: null,
      userSimulator: null,
      verifier: { name: 'rule', version: '1', kind: 'rule' },
    },
    ...{ reformulation: 'none', reward, passScore: 1, sampling: { temperature, topP } },
    limits,
    ...{ truncation: 'observations', sandbox, errorBars: '95 %', runtimeVersion: '1.0.0' },
    model: { name: 'small', chatTemplate: 'server', contextTokens: 8192, promptTokens: 228 },
    ...over,
  };
}

export interface MadeEvaluation {
  readonly protocol?: Partial<ProtocolRecord>;
  readonly name?: string;
  /** Of the tasks in their order; default 1 for all. */
  readonly levels?: readonly (number | null)[];
}

/** With three seeds unless the protocol says otherwise. */
export function makeEvaluation(
  taskIds: readonly string[],
  { protocol: over = {}, name = 'small', levels = [] }: MadeEvaluation = {},
): Evaluation {
  const protocol = makeProtocol(over);
  const tasks = taskIds.map((id, place) => {
    const level = levels[place];
    return { id, hash: sha256(id), level: level === undefined ? 1 : level, question: `${id}?` };
  });
  const hash = protocolHash(protocol);
  return { version: 1, name, createdAt: at, protocol, protocolHash: hash, tasks };
}

/** A rollout that passed. @param taskId tells which task it is */
export function makeResult(taskId: string, over: Partial<EvaluationResult> = {}): EvaluationResult {
  const { seed = 0, sample = 0 } = over;
  return {
    ...{ version: 1, at, taskId, taskHash: sha256(taskId), level: 1, seed, sample },
    ...{ rolloutSeed: 5, trajectoryId: `${taskId}-${seed}-${sample}`, stopReason: 'final-answer' },
    ...{ finalAnswer: '1', verdict: 'Correct', correctness: 1, cause: null, reward: 1.6 },
    ...{ steps: 2, parsedSteps: 2, executedSteps: 2, promptTokens: 100, completionTokens: 20 },
    ...{ judgeTokens: null, milliseconds: 1000, cost: null, servedModel: 'small' },
    ...over,
  };
}

/** The results of tasks whose rollouts passed or not; the place in a row is the seed. Null could not be scored. */
export function resultsOf(
  passes: Readonly<Record<string, readonly (boolean | null)[]>>,
): EvaluationResult[] {
  return Object.entries(passes).flatMap(([taskId, row]) =>
    row.map((passed, seed) => makeResult(taskId, { seed, ...outcome(passed) })),
  );
}

function outcome(passed: boolean | null): Partial<EvaluationResult> {
  if (passed === null) return { correctness: null, verdict: null, reward: null, cause: 'broke' };
  return passed ? {} : { correctness: 0, verdict: 'Wrong', reward: 0.6 };
}
