// Pages that are none: a test asks as a page does and sees what the extension posts to it.
import type * as z from 'zod';
import {
  EvaluationHostMessage,
  type EvaluationPanelRequestName,
} from '../../runtime/contract/evaluationPanel.ts';
import { LabelHostMessage, type LabelPanelRequestName } from '../../runtime/contract/labelPanel.ts';
import { HostMessage, type PanelRequestName } from '../../runtime/contract/panel.ts';
import { RunHostMessage, type RunPanelRequestName } from '../../runtime/contract/runPanel.ts';
import { StartHostMessage, type StartPanelRequestName } from '../../runtime/contract/startPanel.ts';
import type { PageReply } from '../../extension/panels/pageRequests.ts';

class SomePage<Message extends { readonly kind: string }, Name extends string> {
  readonly posted: Message[] = [];
  readonly #schema: z.ZodType<Message>;
  readonly #waiting = new Map<number, (reply: PageReply) => void>();
  #listener: (raw: unknown) => void = () => undefined;
  #nextId = 0;

  /** @param schema of what may be posted to it */
  constructor(schema: z.ZodType<Message>) {
    this.#schema = schema;
  }

  /** The extension's end. */
  readonly port = {
    post: (message: Message): void => {
      // What goes over postMessage is a copy, and has to be what the contract says.
      const copy = this.#schema.parse(structuredClone(message));
      this.posted.push(copy);
      if (isReply(copy)) this.#waiting.get(copy.id)?.(copy);
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
  ask(name: Name, params: unknown = {}): Promise<PageReply> {
    const id = (this.#nextId += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#listener({ kind: 'request', id, name, params });
    });
  }

  /** The result of a request; rejects with the sentence when there was a problem. */
  async result(name: Name, params: unknown = {}): Promise<unknown> {
    const answer = await this.ask(name, params);
    if (answer.kind === 'problem') throw new Error(answer.message);
    return answer.result;
  }

  /** Sends what no page of ours sends. */
  send(raw: unknown): void {
    this.#listener(raw);
  }

  kinds(): string[] {
    return this.posted.map(({ kind }) => kind);
  }
}

function isReply(message: { readonly kind: string }): message is PageReply {
  return message.kind === 'reply' || message.kind === 'problem';
}

/** A viewer of trajectories. */
export class FakePage extends SomePage<HostMessage, PanelRequestName> {
  constructor() {
    super(HostMessage);
  }
}

/** A labelling page. */
export class FakeLabelPage extends SomePage<LabelHostMessage, LabelPanelRequestName> {
  constructor() {
    super(LabelHostMessage);
  }
}

export class FakeRunPage extends SomePage<RunHostMessage, RunPanelRequestName> {
  constructor() {
    super(RunHostMessage);
  }
}

export class FakeStartPage extends SomePage<StartHostMessage, StartPanelRequestName> {
  constructor() {
    super(StartHostMessage);
  }
}

export class FakeEvaluationPage extends SomePage<
  EvaluationHostMessage,
  EvaluationPanelRequestName
> {
  constructor() {
    super(EvaluationHostMessage);
  }
}
