// Writes down everything that is asked of the web and what came of it, in the order of the outcomes. What was given up is not
// written: nobody saw an outcome.
import type { Clock } from '../../support/clock.ts';
import { type Web, WebError, type WebRequest, type WebResponse } from '../web.ts';
import { recordedRequest, recordedUrl } from './recordedRequest.ts';
import type { WebExchange } from './webExchange.ts';

export interface RecordingWebParts {
  readonly web: Web;
  readonly records: {
    /** Resolves when the record is on disk. @throws FailureError at boundary `store` */
    append(record: WebExchange): Promise<void>;
  };
  readonly clock: Clock;
}

export class RecordingWeb implements Web {
  readonly #parts: RecordingWebParts;

  constructor(parts: RecordingWebParts) {
    this.#parts = parts;
  }

  /** @throws FailureError at boundary `store` too: a recording with holes would answer differently */
  async fetch(request: WebRequest, signal: AbortSignal): Promise<WebResponse> {
    let response: WebResponse;
    try {
      response = await this.#parts.web.fetch(request, signal);
    } catch (error) {
      if (error instanceof WebError) await this.#write(request, errorOutcome(error));
      throw error;
    }
    await this.#write(request, responseOutcome(response));
    return response;
  }

  #write(request: WebRequest, outcome: WebExchange['outcome']): Promise<void> {
    const { records, clock } = this.#parts;
    const at = clock.now();
    const kind = 'web-exchange';
    return records.append({ version: 1, kind, at, request: recordedRequest(request), outcome });
  }
}

function responseOutcome({ url, status, headers, body }: WebResponse): WebExchange['outcome'] {
  const base64 = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
  return { type: 'response', url: recordedUrl(url), status, headers: { ...headers }, body: base64 };
}

function errorOutcome({ problem, status, message }: WebError): WebExchange['outcome'] {
  return { type: 'error', problem, status, message };
}
