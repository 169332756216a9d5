// A trajectory of one row of verl. Its texts were decoded without the marks between messages, so they are split at what is left.
// Pure.
import * as z from 'zod';
import { check } from '../../../support/parseJson.ts';
import type { ForeignScore, ForeignTrajectory } from './foreignFormat.ts';
import { leftOver } from './leftOver.ts';
import { promptTools } from './promptTools.ts';
import type { Repair, Repairs } from './repairs.ts';
import { sourceNumber } from './sourceNumber.ts';
import { textConversation } from './textConversation.ts';

const Row = z.looseObject({
  input: z.string(),
  output: z.string(),
  gts: z.unknown().optional(),
  score: z.unknown().optional(),
  step: z.unknown().optional(),
  uid: z.string().optional().catch(undefined),
  request_id: z.string().optional().catch(undefined),
  pred: z.unknown().optional(),
});
type Row = z.infer<typeof Row>;

const known = ['input', 'output', 'gts', 'score', 'step', 'uid', 'request_id'];

export interface VerlReading {
  readonly trajectory: ForeignTrajectory;
  readonly repairs: Repairs;
}

/** What is wrong with a row that is none. */
export function verlTrajectory(value: unknown): VerlReading | string {
  const row = check(Row, value);
  if (!row.ok) return `no row of verl: ${row.problem}`;
  const repairs = new Map<Repair, number>();
  return { trajectory: trajectoryOf(row.value, repairs), repairs };
}

function trajectoryOf(row: Row, repairs: Map<Repair, number>): ForeignTrajectory {
  const conversation = textConversation(row.input, row.output);
  for (const [repair, count] of conversation.repairs) repairs.set(repair, count);
  const { system, question, steps } = conversation;
  const scores = scoresOf(row, repairs);
  const measured = scores.map(({ name }) => name);
  return {
    id: row.uid ?? row.request_id ?? null,
    task: { id: null, question, referenceAnswer: textOf(row.gts), metadata: {} },
    model: null,
    system,
    tools: promptTools(system),
    trainStep: sourceNumber(row.step) ?? null,
    startedAt: null,
    endedAt: null,
    steps,
    ...answerOf(row.pred, conversation),
    failure: null,
    scores,
    unmapped: leftOver(row, [...known, ...measured, 'pred'], ''),
  };
}

type Answer = Pick<ForeignTrajectory, 'finalAnswer' | 'stopReason'>;

/** Some reward functions say which answer they read (`pred`), or that they found none; otherwise it is the last reply. */
function answerOf(pred: unknown, { finalAnswer, stopReason }: Answer): Answer {
  const read = textOf(pred);
  if (read === null || read === '') return { finalAnswer, stopReason };
  if (read !== '[INVALID]') return { finalAnswer: read, stopReason: 'final-answer' };
  return { finalAnswer: null, stopReason: finalAnswer === null ? stopReason : 'no-code' };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Of these a text may be a number; elsewhere it is what it is, such as the answer that a reward function read. */
const measures = /score|reward|acc/i;

/** Every number that the reward function gave; `reward` repeats the score in dumps of a validation. */
function scoresOf(row: Row, repairs: Map<Repair, number>): ForeignScore[] {
  const extras = Object.entries(row).filter(([name]) => name !== 'pred' && !known.includes(name));
  return [['score', row.score] as const, ...extras].flatMap(([name, value]) => {
    if (typeof value === 'string' && !measures.test(name)) return [];
    const number = sourceNumber(value);
    if (number === undefined || (number === null && name !== 'score')) return [];
    if (typeof value === 'string')
      repairs.set('text-number', (repairs.get('text-number') ?? 0) + 1);
    return [
      {
        name,
        value: number,
        isReward: name === 'score',
        isCorrectness: name === 'acc',
        reason: null,
      },
    ];
  });
}
