// A trajectory file read in the plainest way - whole, by the full parser - to compare the index of the viewer with.
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import type { TrajectoryRow } from '../../runtime/contract/viewing.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { isWriterAlive } from '../../runtime/support/writerProcess.ts';

export interface NaiveContent {
  readonly rows: readonly TrajectoryRow[];
  /** Lines that are no records, the unfinished last one too. */
  readonly broken: readonly number[];
}

export function readNaively(content: Buffer): NaiveContent {
  const records = new Map<string, [line: number, record: TrajectoryRecord][]>();
  const broken: number[] = [];
  for (const [index, bytes] of splitLines(content).entries()) {
    const text = decode(bytes);
    if (text?.trim() === '') continue;
    const parsed = text === null ? null : parseJson(TrajectoryRecord, text);
    if (!parsed?.ok) {
      broken.push(index + 1);
      continue;
    }
    const id = parsed.value.trajectoryId;
    records.set(id, [...(records.get(id) ?? []), [index + 1, parsed.value]]);
  }
  return { rows: [...records].map(([id, own]) => naiveRow(id, own)), broken };
}

function splitLines(content: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, from)) {
    lines.push(content.subarray(from, end));
    from = end + 1;
  }
  if (from < content.length) lines.push(content.subarray(from));
  return lines;
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function naiveRow(id: string, own: readonly [number, TrajectoryRecord][]): TrajectoryRow {
  const records = own.map(([, record]) => record);
  const started = records.find((record) => record.kind === 'trajectory-started');
  const ended = records.findLast((record) => record.kind === 'trajectory-ended');
  const reward = records.findLast((record) => record.kind === 'reward-assigned')?.reward ?? null;
  const steps = new Map<number, { tokens: number | null; milliseconds: number }>();
  const verdicts = new Map<string, TrajectoryRow['verdicts'][number]>();
  for (const record of records) {
    if (record.kind === 'step-ended' && !steps.has(record.step.index)) {
      const { usage, milliseconds } = record.step.reply;
      const tokens = usage === null ? null : usage.promptTokens + usage.completionTokens;
      const all = milliseconds + record.step.sandboxMilliseconds;
      steps.set(record.step.index, { tokens, milliseconds: all });
    }
    if (record.kind !== 'verdict-given') continue;
    const { verdict } = record;
    const level = verdict.outcome === 'scored' ? verdict.level : null;
    verdicts.set(verdict.judge.name, { judge: verdict.judge.name, level });
  }
  const counted = [...steps.values()].filter(({ tokens }) => tokens !== null);
  const levels = [...verdicts.values()].flatMap(({ level }) => (level === null ? [] : [level]));
  return {
    kind: 'trajectory',
    id,
    line: own[0]![0],
    taskId: started?.task.id ?? null,
    question: started?.task.question ?? '',
    model: started?.model ?? null,
    startedAt: started?.startedAt ?? null,
    steps: steps.size,
    stopReason: ended?.stopReason ?? null,
    interrupted: ended === undefined && !isWriterAlive(started?.writer),
    finalAnswer: ended?.finalAnswer ?? null,
    verdicts: [...verdicts.values()],
    judgesDisagree: new Set(levels).size > 1,
    reward,
    tokens: counted.length === 0 ? null : counted.reduce((sum, step) => sum + step.tokens!, 0),
    milliseconds: [...steps.values()].reduce((sum, step) => sum + step.milliseconds, 0),
  };
}
