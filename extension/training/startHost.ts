// The page "Start Training" and what stands behind it: a draft of the training, whose state goes to the page, and a person who is
// asked for changes. Knows no VS Code: the page is a port.
import type {
  StartHostMessage,
  StartPageMessage,
  startPanelRequests,
  StartPanelState,
  StartView,
  WishField,
} from '../../runtime/contract/startPanel.ts';
import type { RunListing } from '../../runtime/contract/training/runView.ts';
import type {
  GpuChoice,
  TrainingFix,
  TrainingWish,
} from '../../runtime/contract/training/trainingRequests.ts';
import {
  answerPage,
  type PagePort,
  PanelCancellation,
  readPageRequest,
} from '../panels/pageRequests.ts';
import type { WorkNotices } from '../running/shownWork.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import type { Log } from '../support/topicLog.ts';
import { TrainingDraft } from './trainingDraft.ts';

/** Checks of what comes from the page. They are in the bundle that has the checks of everything else. */
export interface StartPanelSchemas {
  readonly StartPanelState: typeof StartPanelState;
  readonly StartPageMessage: typeof StartPageMessage;
  readonly startPanelRequests: typeof startPanelRequests;
}

/** What the page can have the editor do. */
export interface StartActions {
  /** Undefined when the person gave up. */
  ask(field: WishField, view: StartView): Promise<TrainingWish | undefined>;
  /** Brings to a machine what a run needs. */
  prepare(machine: string): Promise<void>;
  copy(text: string): Promise<void>;
  showLog(): void;
}

export interface StartHostParts {
  readonly page: PagePort<StartHostMessage>;
  readonly runtime: RuntimeRequests & WorkNotices;
  readonly schemas: StartPanelSchemas;
  readonly wish: TrainingWish;
  readonly newId: () => string;
  readonly actions: StartActions;
  readonly onStarted: (run: RunListing) => void;
  readonly log: Log;
}

export class StartHost implements Disposable {
  readonly #parts: StartHostParts;
  readonly #owned = new Disposables();
  readonly #cancellation = new PanelCancellation();
  readonly #draft: TrainingDraft;
  #isPlanned = false;

  constructor(parts: StartHostParts) {
    this.#parts = parts;
    const { page, runtime, wish, newId, onStarted } = parts;
    this.#draft = this.#owned.add(
      new TrainingDraft({
        ...{ runtime, wish, newId, onStarted },
        onChanged: (view) => page.post({ kind: 'start-changed', view }),
        onProgressed: (work) => page.post({ kind: 'start-progressed', work }),
      }),
    );
    this.#owned.add(page.onMessage((raw) => void this.#hear(raw)));
  }

  /** Another wish in the place of the one that is shown. @throws Problem while that is being started */
  change(wish: TrainingWish): void {
    this.#isPlanned = true;
    this.#draft.change(wish);
  }

  dispose(): void {
    this.#cancellation.cancel();
    this.#owned.dispose();
  }

  async #hear(raw: unknown): Promise<void> {
    const { log, page, schemas } = this.#parts;
    const request = readPageRequest(schemas.StartPageMessage, raw, log);
    if (request === null) return;
    const parts = { requests: schemas.startPanelRequests, handlers: this.#handlers(), log };
    page.post(await answerPage(request, { ...parts, token: this.#cancellation }));
  }

  #handlers(): Readonly<Record<keyof typeof startPanelRequests, (params: never) => unknown>> {
    const { actions } = this.#parts;
    const done = async (work: Promise<void>) => {
      await work;
      return {};
    };
    return {
      ready: () => Promise.resolve(this.#ready()),
      change: ({ field }: { field: WishField }) => done(this.#ask(field)),
      'use-cards': ({ gpus }: { gpus: GpuChoice | null }) => done(this.#wish({ gpus })),
      'apply-fix': ({ fix }: { fix: TrainingFix }) => done(this.#apply(fix)),
      'plan-again': async () => ({ isPlanned: await this.#draft.plan() }),
      start: () => done(this.#draft.start()),
      cancel: () => {
        this.#draft.cancel();
        return Promise.resolve({});
      },
      copy: ({ text }: { text: string }) => done(actions.copy(text)),
      'show-log': () => {
        actions.showLog();
        return Promise.resolve({});
      },
    };
  }

  /** The first page has it planned; one that is made again finds what there is. */
  #ready(): StartView {
    if (!this.#isPlanned) void this.#draft.plan();
    this.#isPlanned = true;
    return this.#draft.view;
  }

  /** Rejects while it is being started. */
  #wish(change: Partial<TrainingWish>): Promise<void> {
    return Promise.resolve().then(() =>
      this.#draft.change({ ...this.#draft.view.wish, ...change }),
    );
  }

  async #apply(fix: TrainingFix): Promise<void> {
    switch (fix.kind) {
      case 'use-cards':
        return this.#wish({ gpus: fix.gpus });
      case 'keep-checkpoints':
        return this.#wish({ keep: fix.keep });
      case 'prepare-machine':
        await this.#parts.actions.prepare(fix.machine);
        return this.#wish({});
    }
  }

  async #ask(field: WishField): Promise<void> {
    const wish = await this.#parts.actions.ask(field, this.#draft.view);
    if (wish !== undefined) this.#draft.change(wish);
  }
}
