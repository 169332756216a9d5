// Stands for the extension on a labelling page without VS Code. The page's address says what is shown, for example
// `/label?items=300&length=60000&route={"page":"label","position":null}`; a test reaches in through `window.labelHost`.
import { CriterionRatings, VerdictLevel } from '../../../../runtime/contract/judge.ts';
import { ConflictOutcome } from '../../../../runtime/contract/label.ts';
import type { LabelItem } from '../../../../runtime/contract/labelling.ts';
import {
  type LabelAction,
  type LabelHostMessage,
  LabelPageMessage,
  type LabelPanelRequestName,
  labelPanelRequests,
  LabelPanelStart,
  LabelRoute,
} from '../../../../runtime/contract/labelPanel.ts';
import { agreementRequests } from '../agreement/fakeAgreement.ts';
import { type Answer, type FakePanel, startFakePanel } from '../fakePanel.ts';
import { FakeConflicts } from './fakeConflicts.ts';
import { FakeQueue } from './fakeQueue.ts';
import { paintTimes } from './paintTimes.ts';

export interface LabelFakeHost extends FakePanel<LabelPanelRequestName, LabelHostMessage> {
  /** Somebody presses the key that VS Code has for the action. */
  act(action: LabelAction): void;
  /** See paintTimes.ts. */
  paintTimes(rounds: number): Promise<number[]>;
  /** Somebody else wrote to the label file. */
  changeElsewhere(change: (queue: FakeQueue) => void): void;
}

declare global {
  interface Window {
    labelHost: LabelFakeHost;
  }
}

const address = new URLSearchParams(location.search);
const rater = address.get('rater') ?? 'Ada <ada@example.org>';
const conflicts = new FakeConflicts(Number(address.get('conflicts') ?? 2), rater);
const queue = new FakeQueue({
  rater,
  total: Number(address.get('items') ?? 300),
  length: Number(address.get('length') ?? 0),
  conflicts: () => conflicts.left,
  problems: address.has('problems')
    ? ['labels.jsonl line 17: the line ends early. It was left out.']
    : [],
});

/** As package.json sets them. */
const keys = {
  ...{ wrong: '1', partial: '2', correct: '3', ambiguous: '4', skip: 's', flag: 'f', note: 'n' },
  ...{ undo: 'u', reveal: 'r', next: 'j', previous: 'k', 'go-on': 'enter', help: 'shift+/' },
};

const withState = (item: LabelItem | null): unknown => ({ item, state: queue.state() });

const answers: Partial<Record<LabelPanelRequestName, Answer>> = {
  ready: () => start(),
  'read-label-items': ({ from, to }) => ({ items: queue.items(Number(from), Number(to)) }),
  'commit-label': ({ itemHash, level, criteria, note, milliseconds }) =>
    withState(
      queue.commit(String(itemHash), {
        level: VerdictLevel.parse(level),
        criteria: CriterionRatings.nullable().parse(criteria),
        note: String(note),
        milliseconds: Number(milliseconds),
      }),
    ),
  'revise-label': ({ itemHash, level }) =>
    withState(queue.revise(String(itemHash), VerdictLevel.parse(level))),
  'undo-label': () => withState(queue.undo()),
  'mark-item': ({ itemHash, ...marks }) => withState(queue.mark(String(itemHash), marks)),
  'list-conflicts': () => ({ conflicts: conflicts.all }),
  'decide-conflict': ({ itemHash, outcome, note }) => ({
    conflict: conflicts.decide(String(itemHash), ConflictOutcome.parse(outcome), String(note)),
    state: queue.state(),
  }),
  ...agreementRequests,
};

function start(): LabelPanelStart {
  const route: unknown = JSON.parse(address.get('route') ?? '{"page":"label"}');
  const empty = address.get('empty');
  return LabelPanelStart.parse({
    state: { version: 1, workspace: '/data', files: [], route: LabelRoute.parse(route) },
    labelling: empty === null ? queue.state() : null,
    emptyReason: empty,
    keys,
  });
}

const panel = startFakePanel<LabelPanelRequestName, LabelHostMessage>({
  schemas: labelPanelRequests,
  parse: (message) => LabelPageMessage.parse(message),
  answers,
  fail: address.get('fail'),
});
const act = (action: LabelAction): void => {
  // The page sees the key too; which one it is, is not its business.
  const key = new KeyboardEvent('keydown', { key: 'F24', bubbles: true, composed: true });
  (document.activeElement ?? document.body).dispatchEvent(key);
  panel.tell({ kind: 'action', action });
};
window.labelHost = Object.assign(panel, {
  act,
  paintTimes: (rounds: number) => paintTimes(rounds, act),
  changeElsewhere: (change: (changed: FakeQueue) => void): void => {
    change(queue);
    panel.tell({ kind: 'labels-changed', state: queue.state() });
  },
});
