// Evaluations as the runtime hands them to their page: two models under one protocol, one of them again under another.
import type {
  EvaluationComparison,
  EvaluationGroup,
  EvaluationReport,
  ProtocolRecord,
} from '../../runtime/contract/evaluation.ts';
import type {
  EvaluatedTaskRow,
  EvaluationDetail,
  EvaluationProtocolGroup,
} from '../../runtime/contract/evaluationRequests.ts';

const hash = (letter: string): string => letter.repeat(64);

export const evaluationProtocol: ProtocolRecord = {
  ...{ version: 1, benchmark: 'gaia' },
  data: {
    ...{ name: '2023', split: 'validation', tasks: 30 },
    ...{ tasksHash: hash('1'), attachments: 29, attachmentsHash: hash('2') },
  },
  ...{ seeds: [1, 2, 3], samplesPerSeed: 1, recipe: 'tool-r1' },
  prompt: { style: 'full', hash: hash('3'), texts: 1, characters: 6120 },
  ...{ baselinePrompt: 'full', outputSyntax: 'tool-r1', history: 'native', thinking: 'all' },
  tools: { names: ['final_answer', 'inspect_file_as_text'], hash: hash('4') },
  ...{ web: 'off', visionModel: null, userSimulator: null, reformulation: 'none', passScore: 1 },
  verifier: { name: 'rule', version: '3', kind: 'rule' },
  reward: { kind: 'tool-r1', weights: { answer: 1, parse: 0.3, exec: 0.3 } },
  sampling: { temperature: 0.7, topP: 1 },
  limits: {
    ...{ maxSteps: 10, maxSequenceTokens: 16_384, maxReplyTokens: 1024 },
    ...{ stepTimeoutMilliseconds: 20_000, maxObservationCharacters: 4000, maxUnparsedReplies: 3 },
  },
  truncation: 'old observations are shortened, the newest last',
  sandbox: {
    ...{ allowedImports: ['math', 'json'], maxMemoryBytes: 1e9, maxFileBytes: 1e8 },
    ...{ maxOutputFiles: 50, maxToolCallsPerStep: 1000 },
  },
  errorBars: '95 %, over tasks',
  runtimeVersion: '0.1.0',
  model: { name: 'qwen2.5-7b', chatTemplate: 'server', contextTokens: 32_768, promptTokens: 1530 },
};

function group(tasks: number, value: number, half: number): EvaluationGroup {
  return {
    ...{ tasks, rollouts: 3 * tasks, passed: Math.round(3 * tasks * value) },
    passRate: { value, low: Math.max(0, value - half), high: Math.min(1, value + half) },
  };
}

export function evaluationReport(changes: Partial<EvaluationReport> = {}): EvaluationReport {
  return {
    ...{ version: 1, name: 'gaia-qwen-7b', protocolHash: hash('a'), model: 'qwen2.5-7b' },
    ...{ servedModels: ['Qwen/Qwen2.5-7B-Instruct'], planned: 90, done: 90, unscored: 1 },
    all: group(30, 0.52, 0.12),
    levels: [
      { level: 1, ...group(11, 0.73, 0.16) },
      { level: 2, ...group(13, 0.46, 0.18) },
      { level: 3, ...group(6, 0.28, 0.22) },
    ],
    seeds: [
      { seed: 1, passRate: 0.533 },
      { seed: 2, passRate: 0.5 },
      { seed: 3, passRate: 0.533 },
    ],
    ...{ peakToPeak: 0.033, isSingleRun: false },
    attempts: [
      { k: 1, tasks: 30, anyOf: 0.52, allOf: 0.52 },
      { k: 2, tasks: 30, anyOf: 0.61, allOf: 0.43 },
      { k: 3, tasks: 29, anyOf: 0.66, allOf: 0.38 },
    ],
    reward: { value: 1.04, low: 0.93, high: 1.15 },
    ...{
      parsedShare: 0.97,
      executedShare: 0.88,
      stopReasons: { 'final-answer': 84, 'max-steps': 6 },
    },
    ...{ promptTokens: 812_000, completionTokens: 96_400, judgeTokens: null },
    ...{ milliseconds: 1_284_000, cost: 0.412 },
    warnings: ['1 of 90 rollouts could not be scored.'],
    ...changes,
  };
}

/** Newest first; the second group asks with another temperature. */
export const evaluationGroups: readonly EvaluationProtocolGroup[] = [
  {
    ...{ protocolHash: hash('a'), protocol: evaluationProtocol, differences: [] },
    evaluations: [
      { createdAt: '2026-11-30T10:00:00.000Z', dataName: '2023', report: evaluationReport() },
      {
        ...{ createdAt: '2026-11-28T10:00:00.000Z', dataName: '2023' },
        report: evaluationReport({
          ...{ name: 'gaia-embedded', model: 'embedded', servedModels: [], done: 45, cost: null },
          ...{ all: group(30, 0.04, 0.06), warnings: [] },
        }),
      },
    ],
  },
  {
    protocolHash: hash('b'),
    protocol: { ...evaluationProtocol, sampling: { temperature: 0, topP: 1 } },
    differences: [
      { field: 'sampling.temperature', first: '0.7', second: '0' },
      { field: 'limits.maxSteps', first: '10', second: '20' },
    ],
    evaluations: [
      {
        ...{ createdAt: '2026-11-20T10:00:00.000Z', dataName: '2023' },
        report: evaluationReport({
          ...{ name: 'gaia-greedy', protocolHash: hash('b'), promptTokens: null },
          ...{ all: group(30, 0.57, 0.17), warnings: [] },
        }),
      },
    ],
  },
];

const questions = [
  'How many children came in August 2025 according to the attached workbook?',
  'Which hall on the attached plan has the largest area?',
  'What is the yearly premium in euro? Give two decimals.',
  'Who earned the most from January to March, and how much in euro? Answer as: name, amount with two decimals',
];

function taskRow(index: number): EvaluatedTaskRow {
  const outcomes = [1, index % 2 === 0 ? 1 : 0, index === 3 ? null : 0.5];
  return {
    ...{ taskId: `task-${index + 1}`, question: questions[index] ?? '', level: (index % 3) + 1 },
    rollouts: outcomes.map((correctness, at) => ({
      ...{
        seed: at + 1,
        sample: 0,
        trajectoryId: `trajectory-${index + 1}-${at + 1}`,
        correctness,
      },
      cause: correctness === null ? 'The judge did not answer.' : null,
      ...{ stopReason: 'final-answer' as const, finalAnswer: String(1525 + at), reward: 1.3 },
      steps: 3 + at,
    })),
  };
}

export const evaluationDetail: EvaluationDetail = {
  ...{ createdAt: '2026-11-30T10:00:00.000Z', protocol: evaluationProtocol },
  report: evaluationReport(),
  tasks: questions.map((_, index) => taskRow(index)),
  trajectories: '/data/museum/.tool-r1/evaluations/gaia-qwen-7b/evaluation.trajectories.jsonl',
};

export function evaluationComparison(first: string, second: string): EvaluationComparison {
  const named = questions.map((question, index) => ({ taskId: `task-${index + 1}`, question }));
  return {
    ...{ first, second, differences: [], tasks: 30, leftOut: 0 },
    ...{ firstRate: 0.04, secondRate: 0.52 },
    change: { value: 0.48, low: 0.33, high: 0.61 },
    interval: '95 %, over tasks',
    test: { name: 'paired permutation', p: 0.0004 },
    ...{ won: named.slice(0, 3), lost: named.slice(3) },
  };
}
