// Stands for the extension on a page without VS Code: `acquireVsCodeApi` answers the requests of panel.ts from made-up data.
// The page's address says what is shown (see pageServer.ts); a test reaches in through `window.fakeHost`.
import {
  type HostMessage,
  PageMessage,
  PanelStart,
  panelRequests,
  type PanelRequestName,
  Route,
} from '../../../runtime/contract/panel.ts';
import { IndexState, ListQuery } from '../../../runtime/contract/viewing.ts';
import { compareRequests } from './fakeCompare.ts';
import { groupRequests } from './fakeGroup.ts';
import { FakeList } from './fakeList.ts';
import { trajectoryRequests } from './fakeTrajectory.ts';
import { type Answer, type FakePanel, startFakePanel } from './fakePanel.ts';
import { fakeFile } from './fakeRows.ts';

export type Answers = Partial<Record<PanelRequestName, Answer>>;

export interface FakeHost extends FakePanel<PanelRequestName, HostMessage> {
  /** The file has this many rows now, and the page is told. */
  grow(rows: number): void;
}

declare global {
  interface Window {
    fakeHost: FakeHost;
  }
}

const address = new URLSearchParams(location.search);
const numberOf = (name: string, usual: number): number => Number(address.get(name) ?? usual);
const brokenEvery = numberOf('brokenEvery', 0);
const file = fakeFile(numberOf('rows', 2000), brokenEvery);
const list = new FakeList(file);
const indexed = numberOf('indexed', 1);

const answers: Answers = {
  ready: () => start(),
  'list-trajectories': ({ query, offset, limit }) =>
    list.page(ListQuery.parse(query), Number(offset), Number(limit)),
  'find-row': ({ query, id }) => ({ row: list.find(ListQuery.parse(query), String(id)) }),
  export: () => ({ saved: 'trajectories.md' }),
  ...groupRequests,
  ...compareRequests,
  ...trajectoryRequests,
};

function start(): PanelStart {
  const route: unknown = JSON.parse(address.get('route') ?? '{"page":"list","query":{}}');
  return PanelStart.parse({
    state: {
      version: 1,
      file: 'run-0412.trajectories.jsonl',
      route: Route.parse(route),
      workspace: null,
    },
    fileName: 'run-0412.trajectories.jsonl, 1.02 GB',
    index: address.has('live') ? null : indexState(),
    liveEvents: [],
    canRun: !address.has('restricted'),
    cannotRunReason: address.has('restricted')
      ? 'Running is off in Restricted Mode. Trust this workspace to run the agent.'
      : null,
  });
}

function indexState(): IndexState {
  return IndexState.parse({
    handle: 'h1',
    indexedBytes: Math.round(1.02e9 * indexed),
    totalBytes: 1.02e9,
    trajectories: file.rows - file.broken,
    lines: file.rows,
    brokenLines: file.broken,
    complete: indexed >= 1,
    problem: null,
  });
}

const panel = startFakePanel<PanelRequestName, HostMessage>({
  schemas: panelRequests,
  parse: (message) => PageMessage.parse(message),
  answers,
  fail: address.get('fail'),
});
window.fakeHost = Object.assign(panel, {
  grow: (rows: number): void => {
    file.rows = rows;
    panel.tell({ kind: 'index-changed', state: indexState() });
  },
});
