// What answers the requests of a labelling page: the runtime with the panel's queue, or the editor.
import path from 'node:path';
import type * as z from 'zod';
import type {
  LabelPanelRequestName,
  labelPanelRequests,
  LabelPanelState,
  LabelRoute,
} from '../../runtime/contract/labelPanel.ts';
import type { Cancellation, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { Problem } from '../support/problem.ts';
import type { OpenQueue } from './openQueue.ts';

type Name = Exclude<LabelPanelRequestName, 'ready'>;
type Params<One extends Name> = z.output<(typeof labelPanelRequests)[One]['params']>;
type Result<One extends Name> = z.input<(typeof labelPanelRequests)[One]['result']>;

export type LabelHandlers<Names extends Name = Name> = {
  readonly [One in Names]: (params: Params<One>, token: Cancellation) => Promise<Result<One>>;
};

/** What a page can have the editor do. */
export interface LabelActions {
  /** Beside; `blind` leaves verdicts and rewards out. */
  openTrajectory(place: Params<'open-trajectory'>, workspace: string): void;
  /** Beside. @throws Problem when it is not there */
  openFile(file: string): Promise<void>;
  /** VS Code's list of keys, filtered to those of the pages. */
  changeKeys(): Promise<void>;
  showLog(): void;
}

export interface LabelHandlerParts {
  readonly runtime: RuntimeRequests;
  readonly queue: OpenQueue;
  readonly population: Pick<LabelPanelState, 'workspace' | 'files'>;
  readonly actions: LabelActions;
  /** Who labels here, as far as that is known without asking. */
  readonly rater: () => Promise<string | null>;
  readonly onTyping: (typing: boolean) => void;
  readonly onRoute: (route: LabelRoute) => void;
}

export function labelHandlers(parts: LabelHandlerParts): LabelHandlers {
  return { ...queueHandlers(parts), ...reportHandlers(parts), ...editorHandlers(parts) };
}

type QueueName =
  | 'read-label-items'
  | 'commit-label'
  | 'revise-label'
  | 'undo-label'
  | 'mark-item'
  | 'list-conflicts'
  | 'decide-conflict';

function queueHandlers({ runtime, queue }: LabelHandlerParts): LabelHandlers<QueueName> {
  /** Asks with the handle of the panel's queue. A decision is not taken back when the panel is closed, so these have no token. */
  const ask =
    <One extends QueueName>(name: One) =>
    async (params: Params<One>): Promise<Result<One>> => {
      const request = { ...params, handle: await queue.handle() };
      // The page's request is the runtime's without the handle, as the contract derives one from the other.
      return runtime.request(name, request as never) as Promise<Result<One>>;
    };
  return {
    'read-label-items': ask('read-label-items'),
    'commit-label': ask('commit-label'),
    'revise-label': ask('revise-label'),
    'undo-label': ask('undo-label'),
    'mark-item': ask('mark-item'),
    'list-conflicts': ask('list-conflicts'),
    'decide-conflict': ask('decide-conflict'),
  };
}

function reportHandlers({
  runtime,
  population,
  rater,
}: LabelHandlerParts): LabelHandlers<'read-agreement' | 'list-agreement-items' | 'score-again'> {
  const { workspace } = population;
  const files = [...population.files];
  return {
    'read-agreement': (_params, token) =>
      runtime.request('read-agreement', { workspace, files }, { token }),
    'list-agreement-items': async (cell, token) => {
      const params = { workspace, files, ...cell, rater: await rater() };
      return runtime.request('list-agreement-items', params, { token });
    },
    'score-again': () => runtime.request('score-again', { workspace, files }),
  };
}

type EditorName = Exclude<Name, QueueName | keyof ReturnType<typeof reportHandlers>>;

function editorHandlers(parts: LabelHandlerParts): LabelHandlers<EditorName> {
  const { actions, population, runtime, onTyping, onRoute } = parts;
  const { workspace } = population;
  return {
    'open-trajectory': (place) => {
      actions.openTrajectory(place, workspace);
      return Promise.resolve({});
    },
    'open-file': async ({ path: named }) => {
      if (!path.isAbsolute(named)) {
        throw new Problem(`${named} is not a whole path, so it cannot be opened.`);
      }
      await actions.openFile(named);
      return {};
    },
    'open-rubric': async () => {
      const { file } = await runtime.request('ensure-rubric-file', { workspace });
      await actions.openFile(file);
      return {};
    },
    'change-keys': async () => {
      await actions.changeKeys();
      return {};
    },
    'set-typing': ({ typing }) => {
      onTyping(typing);
      return Promise.resolve({});
    },
    'set-route': ({ route }) => {
      onRoute(route);
      return Promise.resolve({});
    },
    'show-log': () => {
      actions.showLog();
      return Promise.resolve({});
    },
  };
}
