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
}

export interface RecordingIndex {
  /** Of the file, for messages. */
  readonly name: string;
  /** By the key of the request, in the order of the recording. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  /** Each once. */
  readonly requests: readonly RecordedRequest[];
  /** Lines that are no exchanges, such as one whose writer was stopped in the middle of it; a sentence each. */
  readonly leftOut: readonly string[];
}

/** @throws HumanError for a file that holds something else */
export async function indexRecording(
  name: string,
  lines: AsyncIterable<RecordedLine>,
): Promise<RecordingIndex> {
  const places = new Map<string, Place[]>();
  const requests: RecordedRequest[] = [];
  const leftOut: string[] = [];
  for await (const line of lines) {
    if (line.text?.trim() === '') continue;
    const parsed = readExchange(line);
    if (!parsed.ok) {
      leftOut.push(`line ${line.number}: ${parsed.problem}`);
      continue;
    }
    const key = requestKey(parsed.value.request);
    const known = places.get(key) ?? [];
    if (known.length === 0) requests.push(parsed.value.request);
    known.push({ offset: line.offset, bytes: line.bytes });
    places.set(key, known);
  }
  const [first] = leftOut;
  if (first !== undefined && requests.length === 0) throw noRecording(name, first);
  return { name, places, requests, leftOut };
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

function noRecording(name: string, problem: string): HumanError {
  return new HumanError(
    `${name} is no recording of web traffic (${problem}). Name a file that --record has written.`,
  );
}
