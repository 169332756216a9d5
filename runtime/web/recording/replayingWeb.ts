// Answers from a recording and from nothing else. The same question gets its recorded outcomes in their order, errors too, and
// the last of them from then on. One for each rollout, so that each starts at the beginning.
import { nearestNames } from '../../tools/nearestNames.ts';
import { type Web, WebError, type WebRequest, type WebResponse } from '../web.ts';
import { type RecordedRequest, recordedRequest, requestKey } from './recordedRequest.ts';
import { exchangeAt, type Place, type RecordingIndex } from './recordingIndex.ts';
import type { WebExchange } from './webExchange.ts';

export interface ReplayingWebParts {
  readonly index: RecordingIndex;
  /** The text at a place of the file. @throws FailureError at boundary `store` */
  readonly read: (place: Place) => Promise<string>;
}

/** Addresses that are compared for the nearest one. */
const maxCompared = 1_000;

export class ReplayingWeb implements Web {
  readonly #parts: ReplayingWebParts;
  /** Times that each request was asked. */
  readonly #asked = new Map<string, number>();

  constructor(parts: ReplayingWebParts) {
    this.#parts = parts;
  }

  async fetch(request: WebRequest, signal: AbortSignal): Promise<WebResponse> {
    signal.throwIfAborted();
    const wanted = recordedRequest(request);
    const place = this.#nextPlace(requestKey(wanted));
    if (place === null) throw notRecorded(wanted, this.#parts.index);
    const text = await this.#parts.read(place);
    signal.throwIfAborted();
    return responseOf(exchangeAt(this.#parts.index.name, text).outcome);
  }

  #nextPlace(key: string): Place | null {
    const places = this.#parts.index.places.get(key) ?? [];
    const asked = this.#asked.get(key) ?? 0;
    this.#asked.set(key, asked + 1);
    return places[Math.min(asked, places.length - 1)] ?? null;
  }
}

function responseOf(outcome: WebExchange['outcome']): WebResponse {
  if (outcome.type === 'error') {
    const { problem, status, message } = outcome;
    throw new WebError(problem, message, status === null ? {} : { status });
  }
  const { url, status, headers } = outcome;
  const body = new Uint8Array(Buffer.from(outcome.body, 'base64'));
  return { url, status, headers, body, source: 'recording' };
}

function notRecorded(wanted: RecordedRequest, index: RecordingIndex): WebError {
  return new WebError(
    'not-recorded',
    `${wanted.method} ${wanted.url} is not in the recording ${index.name}, and nothing else is asked while it is replayed. ${difference(wanted, index)}`,
  );
}

/** What is nearest in the recording. */
function difference(wanted: RecordedRequest, { requests }: RecordingIndex): string {
  const same = requests.filter(({ url }) => url === wanted.url);
  const sameMethod = same.find(({ method }) => method === wanted.method);
  if (sameMethod !== undefined) {
    return `It has this address with ${bodyText(sameMethod)}, not with ${bodyText(wanted)}.`;
  }
  const other = same[0];
  if (other !== undefined) return `It has this address with the method ${other.method}.`;
  const urls = [...new Set(requests.map(({ url }) => url))];
  const near = urls.filter((url) => hostIn(url) === hostIn(wanted.url));
  const candidates = (near.length > 0 ? near : urls).slice(0, maxCompared);
  const nearest = nearestNames(wanted.url, candidates, 1)[0];
  return nearest === undefined
    ? 'The recording is empty.'
    : `The nearest address in it is ${nearest}.`;
}

function bodyText({ body }: RecordedRequest): string {
  if (body === null) return 'no text';
  return `the text "${body.length > 200 ? `${body.slice(0, 200)}...` : body}"`;
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
