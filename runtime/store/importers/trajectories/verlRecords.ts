// The records of a rollout file of verl: one JSON object a line, or what people make of that - records over several lines, or with
// line ends inside of their texts. Files may be larger than memory, records not.
import * as z from 'zod';
import { parseJson } from '../../../support/parseJson.ts';
import { readLines, type Line } from '../../lineReader.ts';
import { readPatientJson } from './patientReader.ts';
import { RecordEnd } from './recordEnd.ts';
import type { Repairs } from './repairs.ts';

export type VerlRecord =
  | {
      readonly where: string;
      readonly value: Readonly<Record<string, unknown>>;
      readonly repairs: Repairs;
    }
  | { readonly where: string; readonly problem: string };

const AnyObject = z.record(z.string(), z.unknown());
const noRepairs: Repairs = new Map();
/** A record that does not end is given up, so that one lost quote does not take the rest of the file. */
const maxRecordCharacters = 64 * 1024 * 1024;
const recordStart = /^\s*\{\s*["']input["']\s*:/;

/** @throws FailureError at boundary `store` when the file cannot be read */
export async function* readVerlRecords(
  file: string,
  signal: AbortSignal,
): AsyncGenerator<VerlRecord> {
  const open = new OpenRecord();
  for await (const line of readLines(file, { signal })) yield* open.push(line);
  yield* open.finish();
}

/** The record that the lines so far have begun. */
class OpenRecord {
  #lines: string[] = [];
  #characters = 0;
  #end = new RecordEnd();
  #first = 0;

  *push(line: Line): Generator<VerlRecord> {
    if (line.text === null) {
      yield* this.finish();
      yield { where: `line ${line.number}`, problem: line.problem ?? 'not text' };
      return;
    }
    if (this.#lines.length > 0 && recordStart.test(line.text)) yield* this.finish();
    if (this.#lines.length === 0 && line.text.trim() === '') return;
    const whole = this.#lines.length === 0 ? parseJson(AnyObject, line.text) : null;
    if (whole?.ok === true) {
      yield { where: `line ${line.number}`, value: whole.value, repairs: noRepairs };
      return;
    }
    yield* this.#add(line.text, line.number);
  }

  *#add(text: string, number: number): Generator<VerlRecord> {
    if (this.#lines.length === 0) this.#first = number;
    this.#lines.push(text);
    this.#characters += text.length;
    const isWhole = this.#end.push(`${text}\n`);
    if (isWhole || this.#characters > maxRecordCharacters) yield* this.finish();
  }

  /** Reads what there is. */
  *finish(): Generator<VerlRecord> {
    if (this.#lines.length === 0) return;
    const where = `line ${this.#first}`;
    const read = readPatientJson(this.#lines.join('\n'));
    [this.#lines, this.#characters, this.#end] = [[], 0, new RecordEnd()];
    if (!read.ok) yield { where, problem: read.problem };
    else yield objectOf(read.value.value, read.value.repairs, where);
  }
}

function objectOf(value: unknown, repairs: Repairs, where: string): VerlRecord {
  const object = AnyObject.safeParse(value);
  return object.success
    ? { where, value: object.data, repairs }
    : { where, problem: 'no object of JSON' };
}
