// Where the exchanges of a recording lie in its file, by what was asked. The answers stay on disk until somebody asks for them.
import { HumanError } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { type RecordedRequest, requestKey } from './recordedRequest.ts';
import { type WebExchange, webExchangeSchema } from './webExchange.ts';

/** Bytes of a file. */
export interface Place {
  readonly offset: number;
  readonly bytes: number;
}

/** A line of the file, as the reader of such files gives it. */
export interface RecordedLine extends Place {
  readonly number: number;
  /** Null when the line could not be read. */
  readonly text: string | null;
  readonly problem: string | null;
  /** False for a last line whose end is missing. */
  readonly ended: boolean;
}

export interface RecordingIndex {
  /** Of the file, for messages. */
  readonly name: string;
  /** By the key of the request, in the order of the recording. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  /** Each once. */
  readonly requests: readonly RecordedRequest[];
  /** True when the last exchange was not written to its end, and is left out. */
  readonly isTorn: boolean;
}

/** @throws HumanError at a line that is no exchange */
export async function indexRecording(
  name: string,
  lines: AsyncIterable<RecordedLine>,
): Promise<RecordingIndex> {
  const places = new Map<string, Place[]>();
  const requests: RecordedRequest[] = [];
  let isTorn = false;
  for await (const line of lines) {
    if (line.text?.trim() === '') continue;
    const parsed = readExchange(line);
    if (!parsed.ok) {
      // Its writer was stopped in the middle of it.
      if (line.ended) throw noExchange(name, line, parsed.problem);
      isTorn = true;
      continue;
    }
    const key = requestKey(parsed.value.request);
    const known = places.get(key);
    if (known === undefined) requests.push(parsed.value.request);
    places.set(key, [...(known ?? []), { offset: line.offset, bytes: line.bytes }]);
  }
  return { name, places, requests, isTorn };
}

function readExchange({ text, problem }: RecordedLine) {
  if (text === null) return { ok: false as const, problem: problem ?? 'it cannot be read' };
  return parseJson(webExchangeSchema, text);
}

/** @throws HumanError when the file has changed since it was indexed */
export function exchangeAt(name: string, text: string): WebExchange {
  const parsed = parseJson(webExchangeSchema, text);
  if (parsed.ok) return parsed.value;
  throw new HumanError(
    `The recording ${name} was changed while it was replayed (${parsed.problem}). Start again with a file that nobody writes to.`,
  );
}

function noExchange(name: string, { number }: RecordedLine, problem: string): HumanError {
  return new HumanError(
    `Line ${number} of ${name} is no record of web traffic (${problem}). Name a file that --record has written.`,
  );
}
