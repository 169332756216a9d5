// Completions as TRL logs them (huggingface/trl, GRPOTrainer with `log_completions`): a Parquet table for each logging step with
// `step`, `prompt`, `completion`, a column for each reward function, what a reward function logged beside, and `advantage`.
import * as z from 'zod';
import { check } from '../../../support/parseJson.ts';
import type {
  ForeignFormat,
  ForeignItem,
  ForeignScore,
  ForeignTrajectory,
} from './foreignFormat.ts';
import { leftOver } from './leftOver.ts';
import { RepairTally } from './repairs.ts';
import { sourceNumber } from './sourceNumber.ts';
import { rowConversation, type RowConversation } from './trainerRow.ts';

const Text = z.union([z.string(), z.array(z.unknown())]);
/** A step is a text in old versions. */
const Row = z.looseObject({ step: z.unknown().optional(), prompt: Text, completion: Text });
type Row = z.infer<typeof Row>;

const known = ['step', 'prompt', 'completion'];
const fileName = /(?:^|[\\/])completions(?:_\d+)?\.parquet$/;
const parquetMark = 'PAR1';

export const trlFormat: ForeignFormat = {
  id: 'trl',
  title: 'TRL completions',
  patterns: ['completions_*.parquet'],
  // The columns stand at the end of the file.
  detect: (file, head) =>
    fileName.test(file) && Buffer.from(head.subarray(0, 4)).toString('latin1') === parquetMark,
  read,
};

async function* read(file: string, signal: AbortSignal): AsyncGenerator<ForeignItem> {
  // Reads Parquet, which most imports never do.
  const { parquetNumberColumns, parquetRows } = await import('../parquetRows.ts');
  const tally = new RepairTally();
  const columns = await parquetNumberColumns(file);
  const measured = [...columns].filter((name) => !known.includes(name));
  let number = 0;
  for await (const value of parquetRows(file, signal)) {
    number += 1;
    const where = `row ${number}`;
    const row = check(Row, value);
    if (!row.ok) yield { kind: 'problem', where, message: `no row of TRL: ${row.problem}` };
    else {
      const conversation = conversationOfRow(row.value);
      tally.add(conversation.repairs, where);
      const trajectory = trajectoryOf(row.value, conversation, measured);
      yield { kind: 'trajectory', trajectory };
    }
  }
  yield* tally.notes();
  if (measured.filter(isReward).length > 1) yield noWeights;
}

const noWeights: ForeignItem = {
  kind: 'note',
  where: 'the whole file',
  message:
    'it does not hold the weights of the rewards, so every column of numbers counts once in the total',
};

function isReward(column: string): boolean {
  return column !== 'advantage';
}

function conversationOfRow({ prompt, completion }: Row): RowConversation {
  return rowConversation(withoutNulls(prompt), withoutNulls(completion));
}

function trajectoryOf(
  row: Row,
  { system, question, steps, finalAnswer, stopReason, unmapped }: RowConversation,
  measured: readonly string[],
): ForeignTrajectory {
  return {
    id: null,
    task: { id: null, question, referenceAnswer: null, metadata: {} },
    model: null,
    system,
    tools: [],
    trainStep: sourceNumber(row.step) ?? null,
    startedAt: null,
    endedAt: null,
    steps,
    finalAnswer,
    stopReason,
    failure: null,
    scores: measured.map((name) => scoreOf(name, row[name])),
    unmapped: { ...leftOver(row, [...known, ...measured], ''), ...unmapped },
  };
}

/** A reward function that does not judge a row gives none, and TRL leaves it out of the sum. */
function scoreOf(name: string, value: unknown): ForeignScore {
  const number = sourceNumber(value) ?? null;
  return { name, value: number, isReward: isReward(name) && number !== null, reason: null };
}

/** A table has every field in every message, and null where there is none. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}
