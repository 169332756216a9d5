// What stands for the extension behind the pages of any panel: answers requests from made-up data, checked by the contract's
// schemas both ways, and keeps what was asked and sent for a test to look at.
import type * as z from 'zod';
import type { EditorApi } from '../../../webview/messages/editorApi.ts';

/** Answers a request; throwing an Error sends a problem. A promise is waited for. */
export type Answer = (params: Record<string, unknown>) => unknown;

type Schemas = Readonly<Record<string, { params: z.ZodType; result: z.ZodType }>>;

export interface FakePanel<Name extends string, Message> {
  /** Every request so far, in order. */
  readonly requests: { name: string; params: unknown }[];
  /** Every message to the page so far, in order. */
  readonly sent: unknown[];
  readonly errors: string[];
  state: unknown;
  /** Sends a fact, as the extension would. */
  tell(message: Message): void;
  /** Replaces an answer. */
  answer(name: Name, answer: Answer): void;
  /** The request that always failed does so no more. */
  heal(): void;
}

declare global {
  interface Window {
    /** Of whichever panel the page is. */
    fakePanel: Pick<FakePanel<string, unknown>, 'requests' | 'heal'>;
  }
}

export type PageRequest<Name extends string> =
  | { kind: 'request'; id: number; name: Name; params?: unknown }
  | { kind: 'page-error'; message: string; stack: string };

export interface FakePanelParts<Name extends string> {
  readonly schemas: Schemas;
  readonly parse: (message: unknown) => PageRequest<Name>;
  readonly answers: Partial<Record<Name, Answer>>;
  /** Name of a request that fails until it is healed. */
  readonly fail: string | null;
}

/** Makes `acquireVsCodeApi`, so that the page can start. */
export function startFakePanel<Name extends string, Message>(
  parts: FakePanelParts<Name>,
): FakePanel<Name, Message> {
  const answers = { ...parts.answers };
  let { fail } = parts;
  const post = (message: unknown): void => {
    panel.sent.push(message);
    window.postMessage(message);
  };
  const panel: FakePanel<Name, Message> = {
    requests: [],
    sent: [],
    errors: [],
    state: JSON.parse(sessionStorage.getItem('state') ?? 'null'),
    tell: post,
    answer: (name, answer) => {
      answers[name] = answer;
    },
    heal: () => {
      fail = null;
    },
  };
  window.fakePanel = panel;

  const receive = async (message: PageRequest<Name>): Promise<void> => {
    if (message.kind === 'page-error') {
      panel.errors.push(`${message.message}\n${message.stack}`);
      return;
    }
    const { id, name } = message;
    try {
      post({ kind: 'reply', id, result: await answerTo(name, message.params) });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      post({ kind: 'problem', id, message: why });
    }
  };

  const answerTo = async (name: Name, asked: unknown): Promise<unknown> => {
    const schemas = parts.schemas[name];
    if (schemas === undefined) throw new Error(`There is no request ${name}.`);
    const params = schemas.params.parse(asked) as Record<string, unknown>;
    panel.requests.push({ name, params });
    if (fail === name) throw new Error('The file is gone.');
    return schemas.result.parse(await (answers[name] ?? (() => ({})))(params));
  };

  globalThis.acquireVsCodeApi = (): EditorApi => ({
    postMessage: (message) => void setTimeout(() => void receive(parts.parse(message)), 2),
    getState: () => panel.state,
    setState: (state) => {
      panel.state = JSON.parse(JSON.stringify(state));
      sessionStorage.setItem('state', JSON.stringify(state));
    },
  });
  return panel;
}
