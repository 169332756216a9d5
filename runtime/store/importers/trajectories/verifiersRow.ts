// A row of `results.jsonl` of verifiers (PrimeIntellect-ai/verifiers before version 1): prompt and completion, the reward, and the
// numbers of its rubric beside. Pure.
import * as z from 'zod';
import type { StopReason } from '../../../contract/trajectory.ts';
import { check, type Parsed } from '../../../support/parseJson.ts';
import { toolSignatures } from './foreignTools.ts';
import type { ForeignScore, ForeignTrajectory } from './foreignFormat.ts';
import { leftOver } from './leftOver.ts';
import { sourceNumber } from './sourceNumber.ts';
import { unixTime } from './sourceTime.ts';
import { rowConversation } from './trainerRow.ts';

const Text = z.union([z.string(), z.array(z.unknown())]).nullish();
const Row = z.looseObject({
  example_id: z.union([z.string(), z.number()]).optional(),
  prompt: Text,
  completion: Text,
  answer: z.unknown().optional(),
  task: z.unknown().optional(),
  info: z.unknown().optional(),
  reward: z.number().nullable(),
  metrics: z.record(z.string(), z.unknown()).nullish().catch(null),
  timing: z
    .looseObject({ start_time: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
  error: z.unknown().optional(),
  is_truncated: z.boolean().nullish().catch(null),
  stop_condition: z.string().nullish().catch(null),
  tool_defs: z.unknown().optional(),
});
type Row = z.infer<typeof Row>;

const known = [
  ...['example_id', 'prompt', 'completion', 'answer', 'task', 'info', 'reward', 'metrics'],
  ...['timing', 'error', 'is_truncated', 'stop_condition', 'tool_defs'],
];

/** @param model of the run, which a row does not say */
export function verifiersRow(value: unknown, model: string | null): Parsed<ForeignTrajectory> {
  const row = check(Row, value);
  return row.ok ? { ok: true, value: trajectoryOf(row.value, model) } : row;
}

function trajectoryOf(row: Row, model: string | null): ForeignTrajectory {
  const conversation = rowConversation(row.prompt, row.completion);
  const { system, question, steps, finalAnswer } = conversation;
  const tools = toolSignatures(row.tool_defs, 'tool_defs');
  const failure = errorText(row.error);
  return {
    id: row.example_id === undefined ? null : `example-${row.example_id}`,
    task: {
      id: null,
      question,
      referenceAnswer: answerText(row.answer),
      metadata: { task: row.task ?? null, info: row.info ?? null },
    },
    model,
    system,
    tools: tools.tools,
    startedAt: unixTime(row.timing?.start_time),
    endedAt: null,
    steps,
    finalAnswer,
    stopReason: failure === null ? stopReasonOf(row, conversation.stopReason) : 'failure',
    failure,
    scores: scoresOf(row),
    unmapped: { ...restOf(row), ...conversation.unmapped, ...tools.unmapped },
  };
}

function answerText(answer: unknown): string | null {
  if (answer === undefined || answer === null || answer === '') return null;
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

const ErrorInfo = z.looseObject({ error: z.string(), error_chain_str: z.string().optional() });

/** In old versions a text. */
function errorText(error: unknown): string | null {
  if (typeof error === 'string' && error !== '') return error;
  const info = ErrorInfo.safeParse(error);
  return info.success ? (info.data.error_chain_str ?? info.data.error) : null;
}

function stopReasonOf(row: Row, otherwise: StopReason): StopReason {
  if (row.stop_condition?.includes('max_turns') === true) return 'max-steps';
  return row.is_truncated === true ? 'context-full' : otherwise;
}

/** The numbers of the rubric stand in `metrics` and again in the row itself, or only there. */
function scoresOf(row: Row): ForeignScore[] {
  const plain = { isReward: false, reason: null };
  return [
    { ...plain, name: 'reward', value: row.reward, isReward: true },
    ...measuresOf(row).map(([name, value]) => ({ ...plain, name, value })),
  ];
}

function measuresOf(row: Row): [name: string, value: number | null][] {
  const metrics = Object.entries(row.metrics ?? flatMeasures(row));
  return metrics.flatMap(([name, value]) => {
    const number = typeof value === 'string' ? undefined : sourceNumber(value);
    return number === undefined ? [] : [[name, number]];
  });
}

/** Times of old versions stand beside them. */
function flatMeasures(row: Row): Record<string, unknown> {
  const rest = Object.entries(row).filter(([name]) => !known.includes(name));
  return Object.fromEntries(
    rest.filter(([name, value]) => typeof value === 'number' && !name.endsWith('_ms')),
  );
}

function restOf(row: Row): Record<string, unknown> {
  const measured = measuresOf(row).map(([name]) => name);
  return {
    ...leftOver(row, [...known, ...measured], ''),
    ...leftOver(row.metrics ?? {}, measured, 'metrics'),
    ...leftOver(row.timing ?? {}, ['start_time'], 'timing'),
    ...leftOver({ stop_condition: row.stop_condition, is_truncated: row.is_truncated }, [], ''),
  };
}
