// Asks the extension and hears from it. Every request is answered, fails with a sentence, or is given up; what nobody waits
// for any more is dropped. Says nothing about what is asked: see runtime/contract/panel.ts.
import type * as z from 'zod';
import type {
  HostMessage,
  PageMessage,
  PanelRequestName,
  panelRequests,
} from '../../runtime/contract/panel.ts';

type Requests = typeof panelRequests;
export type RequestParams<Name extends PanelRequestName> = z.input<Requests[Name]['params']>;
export type RequestResult<Name extends PanelRequestName> = z.output<Requests[Name]['result']>;

/** What comes without being asked for. */
export type HostFact = Exclude<HostMessage, { kind: 'reply' | 'problem' }>;
type FactOf<Kind extends HostFact['kind']> = Extract<HostFact, { kind: Kind }>;

/** The extension said why it could not; the message is a sentence for a person. */
export class HostProblem extends Error {
  override readonly name = 'HostProblem';
}

export interface RequestOptions {
  /** Gives the answer up; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds; null waits as long as a person needs to answer a dialog. */
  readonly timeout?: number | null;
}

/** What pages see of the extension. */
export interface Host {
  request<Name extends PanelRequestName>(
    name: Name,
    params: RequestParams<Name>,
    options?: RequestOptions,
  ): Promise<RequestResult<Name>>;
  /** Calls the listener until the signal is aborted. */
  on<Kind extends HostFact['kind']>(
    kind: Kind,
    listener: (fact: FactOf<Kind>) => void,
    signal: AbortSignal,
  ): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const defaultTimeout = 60_000;

export class MessageHost implements Host {
  readonly #post: (message: PageMessage) => void;
  readonly #facts = new EventTarget();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(post: (message: PageMessage) => void) {
    this.#post = post;
  }

  request<Name extends PanelRequestName>(
    name: Name,
    params: RequestParams<Name>,
    { signal, timeout = defaultTimeout }: RequestOptions = {},
  ): Promise<RequestResult<Name>> {
    if (signal?.aborted === true) return Promise.reject(asError(signal.reason));
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const stop = new AbortController();
      const done = (): void => {
        this.#waiting.delete(id);
        stop.abort();
      };
      const fail = (error: unknown): void => {
        done();
        reject(asError(error));
      };
      // The extension has parsed the result with the schema of this request.
      const succeed = (result: unknown): void => {
        done();
        resolve(result as RequestResult<Name>);
      };
      this.#waiting.set(id, { resolve: succeed, reject: fail });
      signal?.addEventListener('abort', () => fail(signal.reason), { signal: stop.signal });
      if (timeout !== null) giveUpAfter(timeout, name, fail, stop.signal);
      this.#post({ kind: 'request', id, name, params });
    });
  }

  on<Kind extends HostFact['kind']>(
    kind: Kind,
    listener: (fact: FactOf<Kind>) => void,
    signal: AbortSignal,
  ): void {
    const heard = (event: Event): void => {
      if (event instanceof FactEvent && isKind(event.fact, kind)) listener(event.fact);
    };
    this.#facts.addEventListener(kind, heard, { signal });
  }

  /** Takes a message of the extension in. Anything else that reaches the window is left alone. */
  receive(message: unknown): void {
    if (!isHostMessage(message)) return;
    if (message.kind === 'reply') this.#waiting.get(message.id)?.resolve(message.result);
    else if (message.kind === 'problem') {
      this.#waiting.get(message.id)?.reject(new HostProblem(message.message));
    } else this.#facts.dispatchEvent(new FactEvent(message));
  }
}

function giveUpAfter(
  milliseconds: number,
  name: string,
  fail: (error: unknown) => void,
  stop: AbortSignal,
): void {
  const seconds = Math.round(milliseconds / 1000);
  const timer = setTimeout(() => {
    const said = `The extension did not answer “${name}” for ${seconds} seconds.`;
    fail(new HostProblem(`${said} Close this tab and open it again.`));
  }, milliseconds);
  stop.addEventListener('abort', () => clearTimeout(timer));
}

class FactEvent extends Event {
  readonly fact: HostFact;
  constructor(fact: HostFact) {
    super(fact.kind);
    this.fact = fact;
  }
}

function isKind<Kind extends HostFact['kind']>(fact: HostFact, kind: Kind): fact is FactOf<Kind> {
  return fact.kind === kind;
}

/** The extension parsed it before it was sent, so its kind is enough to know it by. */
function isHostMessage(message: unknown): message is HostMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** True for what a page shows nobody: the answer was not wanted any more. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
