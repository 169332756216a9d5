// One page of evaluations and what stands behind it: its requests go to the runtime with the folder that it shows, and it hears when
// files of evaluations changed. Knows no VS Code: the page is a port.
import type {
  EvaluationHostMessage,
  EvaluationPageMessage,
  evaluationPanelRequests,
  EvaluationPanelState,
  EvaluationRoute,
} from '../../runtime/contract/evaluationPanel.ts';
import {
  answerPage,
  type PagePort,
  PanelCancellation,
  readPageRequest,
} from '../panels/pageRequests.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import type { Log } from '../support/topicLog.ts';

/** Checks of what comes from a page. They are in the bundle that has the checks of everything else. */
export interface EvaluationPanelSchemas {
  readonly EvaluationPanelState: typeof EvaluationPanelState;
  readonly EvaluationPageMessage: typeof EvaluationPageMessage;
  readonly evaluationPanelRequests: typeof evaluationPanelRequests;
}

/** What the page can have the editor do. */
export interface EvaluationActions {
  openTrajectory(file: string, id: string): Promise<void>;
  copy(text: string): Promise<void>;
}

export interface EvaluationHostParts {
  readonly page: PagePort<EvaluationHostMessage>;
  readonly state: EvaluationPanelState;
  readonly runtime: RuntimeRequests;
  readonly schemas: EvaluationPanelSchemas;
  readonly actions: EvaluationActions;
  readonly log: Log;
}

type Handlers = Readonly<Record<keyof typeof evaluationPanelRequests, (params: never) => unknown>>;

export class EvaluationHost implements Disposable {
  readonly #parts: EvaluationHostParts;
  readonly #owned = new Disposables();
  readonly #cancellation = new PanelCancellation();

  constructor(parts: EvaluationHostParts) {
    this.#parts = parts;
    this.#owned.add(parts.page.onMessage((raw) => void this.#hear(raw)));
  }

  filesChanged(): void {
    this.#parts.page.post({ kind: 'evaluations-changed' });
  }

  go(route: EvaluationRoute): void {
    this.#parts.page.post({ kind: 'go', route });
  }

  dispose(): void {
    this.#cancellation.cancel();
    this.#owned.dispose();
  }

  async #hear(raw: unknown): Promise<void> {
    const { log, page, schemas } = this.#parts;
    const request = readPageRequest(schemas.EvaluationPageMessage, raw, log);
    if (request === null) return;
    const parts = { requests: schemas.evaluationPanelRequests, handlers: this.#handlers(), log };
    page.post(await answerPage(request, { ...parts, token: this.#cancellation }));
  }

  #handlers(): Handlers {
    const { runtime, state, actions } = this.#parts;
    const { workspace } = state;
    const done = async (work: Promise<void>) => {
      await work;
      return {};
    };
    return {
      ready: () => Promise.resolve(state),
      list: () => runtime.request('list-evaluations', { workspace }),
      read: ({ name }: { name: string }) => runtime.request('read-evaluation', { workspace, name }),
      compare: (pair: { first: string; second: string }) =>
        runtime.request('compare-evaluations', { workspace, ...pair }),
      'open-trajectory': ({ file, id }: { file: string; id: string }) =>
        done(actions.openTrajectory(file, id)),
      copy: ({ text }: { text: string }) => done(actions.copy(text)),
    };
  }
}
