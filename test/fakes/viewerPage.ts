// A viewer page that is none: a test asks as a page does and sees what the extension posts to it.
import type { HostMessage, PanelRequestName } from '../../runtime/contract/panel.ts';
import { HostMessage as HostMessageSchema } from '../../runtime/contract/panel.ts';

export class FakePage {
  readonly posted: HostMessage[] = [];
  readonly #waiting = new Map<number, (message: HostMessage) => void>();
  #listener: (raw: unknown) => void = () => undefined;
  #nextId = 0;

  /** The extension's end. */
  readonly port = {
    post: (message: HostMessage): void => {
      // What goes over postMessage is a copy, and has to be what the contract says.
      const copy = HostMessageSchema.parse(structuredClone(message));
      this.posted.push(copy);
      if (copy.kind === 'reply' || copy.kind === 'problem') this.#waiting.get(copy.id)?.(copy);
    },
    onMessage: (listener: (raw: unknown) => void) => {
      this.#listener = listener;
      return {
        dispose: () => {
          this.#listener = () => undefined;
        },
      };
    },
  };

  /** Asks and waits for the answer. */
  ask(name: PanelRequestName, params: unknown = {}): Promise<HostMessage> {
    const id = (this.#nextId += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#listener({ kind: 'request', id, name, params });
    });
  }

  /** The result of a request; rejects with the sentence when there was a problem. */
  async result(name: PanelRequestName, params: unknown = {}): Promise<unknown> {
    const answer = await this.ask(name, params);
    if (answer.kind === 'problem') throw new Error(answer.message);
    return answer.kind === 'reply' ? answer.result : undefined;
  }

  /** Sends what no page of ours sends. */
  send(raw: unknown): void {
    this.#listener(raw);
  }

  kinds(): string[] {
    return this.posted.map(({ kind }) => kind);
  }
}
