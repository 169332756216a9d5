// The runtime as the parts of the extension see it, without a process: a test sets what each request answers, and tells facts.
import type {
  NotificationOf,
  RequestOptions,
  RequestParams,
  RequestResult,
} from '../../extension/runtime/runtimeRequests.ts';
import type { NotificationName, RequestName } from '../../runtime/contract/requests.ts';

type Answers = {
  [Name in RequestName]?: (
    params: RequestParams<Name>,
    options: RequestOptions | undefined,
  ) => Promise<RequestResult<Name>>;
};

export class RuntimeAnswers {
  readonly asked: { readonly name: RequestName; readonly params: unknown }[] = [];
  readonly #answers: Answers;
  readonly #listeners = new Map<NotificationName, Set<(fact: never) => void>>();
  readonly #endListeners = new Set<(message: string) => void>();

  constructor(answers: Answers = {}) {
    this.#answers = answers;
  }

  async request<Name extends RequestName>(
    name: Name,
    params: RequestParams<Name>,
    options?: RequestOptions,
  ): Promise<RequestResult<Name>> {
    this.asked.push({ name, params });
    const answer: Answers[Name] = this.#answers[name];
    if (answer === undefined) throw new Error(`The test does not say what ${name} answers.`);
    return answer(params, options);
  }

  onNotification<Name extends NotificationName>(
    name: Name,
    listener: (fact: NotificationOf<Name>) => void,
  ): { dispose(): void } {
    const own = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, own);
    own.add(listener);
    return { dispose: () => own.delete(listener) };
  }

  onEnded(listener: (message: string) => void): { dispose(): void } {
    this.#endListeners.add(listener);
    return { dispose: () => this.#endListeners.delete(listener) };
  }

  tell<Name extends NotificationName>(name: Name, fact: NotificationOf<Name>): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(fact as never);
  }

  crash(message = "The agent's process ended by SIGKILL."): void {
    for (const listener of this.#endListeners) listener(message);
  }

  /** How many still listen. */
  get listening(): number {
    const own = [...this.#listeners.values()].map(({ size }) => size);
    return own.reduce((sum, size) => sum + size, this.#endListeners.size);
  }
}
