// Asks the extension and hears from it. Every request is answered, fails with a sentence, or is given up; what nobody waits
// for any more is dropped. Says nothing about what is asked: each panel has a table of requests in runtime/contract/.
import type * as z from 'zod';
import type { HostMessage, PanelRequestName, panelRequests } from '../../runtime/contract/panel.ts';

/** The requests of one panel: what each is asked with and what it is answered by. */
export type RequestTable = Readonly<
  Record<string, { readonly params: z.ZodType; readonly result: z.ZodType }>
>;
export type NameIn<Table extends RequestTable> = keyof Table & string;
export type ParamsIn<Table extends RequestTable, Name extends NameIn<Table>> = z.input<
  Table[Name]['params']
>;
export type ResultIn<Table extends RequestTable, Name extends NameIn<Table>> = z.output<
  Table[Name]['result']
>;

export interface Fact {
  readonly kind: string;
}
type FactOf<Facts extends Fact, Kind extends Facts['kind']> = Extract<Facts, { kind: Kind }>;

/** Of all that an extension sends, what comes without being asked for. */
export type FactsOf<Message extends Fact> = Exclude<Message, { kind: 'reply' | 'problem' }>;

/** Those of the viewer. */
type Requests = typeof panelRequests;
export type RequestParams<Name extends PanelRequestName> = ParamsIn<Requests, Name>;
export type RequestResult<Name extends PanelRequestName> = ResultIn<Requests, Name>;
export type HostFact = FactsOf<HostMessage>;

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

/** What the pages of a panel see of the extension. */
export interface HostOf<Table extends RequestTable, Facts extends Fact> {
  request<Name extends NameIn<Table>>(
    name: Name,
    params: ParamsIn<Table, Name>,
    options?: RequestOptions,
  ): Promise<ResultIn<Table, Name>>;
  /** Calls the listener until the signal is aborted. */
  on<Kind extends Facts['kind']>(
    kind: Kind,
    listener: (fact: FactOf<Facts, Kind>) => void,
    signal: AbortSignal,
  ): void;
}

export type Host = HostOf<Requests, HostFact>;

/** The message of a request. */
export interface RequestMessage<Name extends string> {
  readonly kind: 'request';
  readonly id: number;
  readonly name: Name;
  readonly params: unknown;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const defaultTimeout = 60_000;

export class MessageHost<
  Table extends RequestTable = Requests,
  Facts extends Fact = HostFact,
> implements HostOf<Table, Facts> {
  readonly #post: (message: RequestMessage<NameIn<Table>>) => void;
  readonly #facts = new EventTarget();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(post: (message: RequestMessage<NameIn<Table>>) => void) {
    this.#post = post;
  }

  request<Name extends NameIn<Table>>(
    name: Name,
    params: ParamsIn<Table, Name>,
    { signal, timeout = defaultTimeout }: RequestOptions = {},
  ): Promise<ResultIn<Table, Name>> {
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
        resolve(result as ResultIn<Table, Name>);
      };
      this.#waiting.set(id, { resolve: succeed, reject: fail });
      signal?.addEventListener('abort', () => fail(signal.reason), { signal: stop.signal });
      if (timeout !== null) giveUpAfter(timeout, name, fail, stop.signal);
      this.#post({ kind: 'request', id, name, params });
    });
  }

  on<Kind extends Facts['kind']>(
    kind: Kind,
    listener: (fact: FactOf<Facts, Kind>) => void,
    signal: AbortSignal,
  ): void {
    const heard = (event: Event): void => {
      if (event instanceof FactEvent && isKind<Facts, Kind>(event.fact, kind)) listener(event.fact);
    };
    this.#facts.addEventListener(kind, heard, { signal });
  }

  /** Takes a message of the extension in. Anything else that reaches the window is left alone. */
  receive(message: unknown): void {
    if (!isMessage(message)) return;
    if (!isAnswer(message)) this.#facts.dispatchEvent(new FactEvent(message));
    else if (message.kind === 'reply') this.#waiting.get(message.id)?.resolve(message.result);
    else this.#waiting.get(message.id)?.reject(new HostProblem(message.message));
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
  readonly fact: Fact;
  constructor(fact: Fact) {
    super(fact.kind);
    this.fact = fact;
  }
}

function isKind<Facts extends Fact, Kind extends Facts['kind']>(
  fact: Fact,
  kind: Kind,
): fact is FactOf<Facts, Kind> {
  return fact.kind === kind;
}

type Answer = Extract<HostMessage, { kind: 'reply' | 'problem' }>;

/** The extension parsed it before it was sent, so its kind is enough to know it by. */
function isMessage(message: unknown): message is Fact {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

function isAnswer(message: Fact): message is Answer {
  return message.kind === 'reply' || message.kind === 'problem';
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** True for what a page shows nobody: the answer was not wanted any more. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
