// A host of the labelling pages that answers when the test says so.
import type {
  LabelHostMessage,
  labelPanelRequests,
} from '../../../../runtime/contract/labelPanel.ts';
import type { LabelItem, LabellingState } from '../../../../runtime/contract/labelling.ts';
import { type FactsOf, MessageHost } from '../../../../webview/messages/host.ts';

type Host = MessageHost<typeof labelPanelRequests, FactsOf<LabelHostMessage>>;

export interface Asked {
  readonly id: number;
  readonly name: string;
  readonly params: unknown;
}

export class FakeLabelHost {
  readonly asked: Asked[] = [];
  readonly host: Host = new MessageHost(({ id, name, params }) => {
    this.asked.push({ id, name, params });
  });

  /** Names and parameters of what was asked so far. */
  get requests(): [string, unknown][] {
    return this.asked.map(({ name, params }) => [name, params]);
  }

  /** Answers the oldest request of that name that is open. */
  async answer(name: string, result: unknown): Promise<void> {
    this.host.receive({ kind: 'reply', id: this.#take(name), result });
    await turn();
  }

  async fail(name: string, message = 'The disk is full.'): Promise<void> {
    this.host.receive({ kind: 'problem', id: this.#take(name), message });
    await turn();
  }

  async tell(fact: FactsOf<LabelHostMessage>): Promise<void> {
    this.host.receive(fact);
    await turn();
  }

  readonly #done = new Set<number>();

  #take(name: string): number {
    const found = this.asked.find((one) => one.name === name && !this.#done.has(one.id));
    if (found === undefined) throw new Error(`Nothing asks for ${name}.`);
    this.#done.add(found.id);
    return found.id;
  }
}

/** Lets promises that are settled be heard. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function makeItem(position: number, over: Partial<LabelItem> = {}): LabelItem {
  return {
    ...{ position, itemHash: position.toString(16).padStart(64, '0'), taskId: `task-${position}` },
    ...{ question: 'How many?', referenceAnswer: '7', finalAnswer: 'seven', files: [] },
    place: { file: '/data/run.trajectories.jsonl', trajectoryId: `t-${position}` },
    ...{ multiplicity: 1, steps: 3, lastOutput: null, own: null, note: '' },
    ...{ flagged: false, skipped: false, reveal: null },
    ...over,
  };
}

export function makeItems(from: number, to: number, over: Partial<LabelItem> = {}): LabelItem[] {
  return Array.from({ length: to - from + 1 }, (_, at) => makeItem(from + at, over));
}

export const labelled: Partial<LabelItem> = {
  own: {
    ...{ id: 'l-1', first: 'Wrong', last: 'Wrong', milliseconds: 900 },
    ...{ at: '2026-05-04T09:30:00.000Z', blind: true, criteria: null, currentRubric: true },
  },
};

export function makeState(over: Partial<LabellingState> = {}): LabellingState {
  return {
    ...{ handle: 'q', rater: 'Ada', total: 30, labelled: 0, skipped: 0, flagged: 0, next: 1 },
    ...{ strata: [], pace: null, gain: null, conflicts: 0, problems: [] },
    rubric: { version: 1, hash: 'h', points: ['Judge the answer.'] },
    labelFile: '.tool-r1/labels.jsonl',
    ...over,
  };
}
