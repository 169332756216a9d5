// The row of an outline from the bytes of a step's line, without parsing the long texts of the step.
import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { ObservationKind, PythonError, Refusal } from '../../contract/observation.ts';
import type { StepRow } from '../../contract/stepRow.ts';
import { stepRow, stepTitle } from '../../contract/stepSummary.ts';
import { ToolCall } from '../../contract/tool.ts';
import { TrajectoryRecord } from '../../contract/trajectory.ts';
import { parseJson } from '../../support/parseJson.ts';
import { skipSpace, type Cursor } from './jsonBytes.ts';
import { compileShape } from './shape.ts';

const paths = [
  'step.index',
  'step.thought',
  'step.parsed',
  'step.executed',
  'step.observation.kind',
  'step.observation.error',
  'step.observation.refusals',
  'step.toolCalls',
  'step.reply.usage',
  'step.reply.origin',
  'step.reply.milliseconds',
  'step.sandboxMilliseconds',
] as const;
type Path = (typeof paths)[number];

/** The parts of a step that its row is made of, checked again because they are read one by one. */
const Usage = z.object({ promptTokens: z.number(), completionTokens: z.number() }).nullable();
const Origin = z.enum(['parent', 'person']).optional();
const Refusals = z.array(Refusal.pick({ name: true }));
const ToolCalls = z.array(ToolCall.pick({ outcome: true }));
const ErrorType = PythonError.pick({ type: true }).nullable();

export class StepScanner {
  readonly #skip = compileShape(
    TrajectoryRecord,
    Object.fromEntries(paths.map((path, slot) => [path, slot])),
  );

  /** Null for a line that is no step. */
  stepRow(line: Buffer): StepRow | null {
    const cursor: Cursor = {
      bytes: line,
      end: line.length,
      marks: new Int32Array(2 * paths.length).fill(-1),
    };
    const after = this.#skip(cursor, skipSpace(cursor, 0));
    const row = after < 0 || !isUtf8(line) ? null : rowFrom(cursor);
    return row ?? rowOfText(line.toString('utf8'));
  }
}

function rowFrom({ bytes, marks }: Cursor): StepRow | null {
  const read = <Schema extends z.ZodType>(path: Path, schema: Schema): z.output<Schema> => {
    const slot = paths.indexOf(path);
    const [from = -1, to = -1] = marks.subarray(2 * slot, 2 * slot + 2);
    if (from < 0) return schema.parse(undefined);
    const parsed = parseJson(schema, bytes.toString('utf8', from, to));
    return parsed.ok ? parsed.value : schema.parse(undefined);
  };
  if ((marks[0] ?? -1) < 0) return null;
  const usage = read('step.reply.usage', Usage);
  const toolCalls = read('step.toolCalls', ToolCalls);
  const origin = read('step.reply.origin', Origin);
  return {
    index: read('step.index', z.number()),
    title: stepTitle(read('step.thought', z.string())),
    outcome: read('step.observation.kind', ObservationKind),
    errorType: read('step.observation.error', ErrorType)?.type ?? null,
    parsed: read('step.parsed', z.boolean()),
    executed: read('step.executed', z.boolean()),
    refused: read('step.observation.refusals', Refusals).map(({ name }) => name),
    toolCalls: toolCalls.length,
    toolErrors: toolCalls.filter(({ outcome }) => outcome === 'error').length,
    tokens: usage === null ? null : usage.promptTokens + usage.completionTokens,
    ...(origin === undefined ? {} : { origin }),
    milliseconds:
      read('step.reply.milliseconds', z.number()) + read('step.sandboxMilliseconds', z.number()),
  };
}

function rowOfText(text: string): StepRow | null {
  const parsed = parseJson(TrajectoryRecord, text.replace(/^\uFEFF/, ''));
  return parsed.ok && parsed.value.kind === 'step-ended' ? stepRow(parsed.value.step) : null;
}
