// A training that a person is about to start: the wish, the newest plan of it, and what is being done. Every change plans anew; a
// plan of an earlier wish that comes late is dropped. Knows no VS Code.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type { StartView, StartWork } from '../../runtime/contract/startPanel.ts';
import type {
  TrainingPlan,
  TrainingWish,
} from '../../runtime/contract/training/trainingRequests.ts';
import type { RunListing } from '../../runtime/contract/training/runView.ts';
import { thisComputer } from '../../runtime/contract/thisComputer.ts';
import { PanelCancellation } from '../panels/pageRequests.ts';
import type { Cancellation, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { WorkNotices } from '../running/shownWork.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { isCancelled, messageOf, Problem } from '../support/problem.ts';

export interface TrainingDraftParts {
  readonly runtime: RuntimeRequests & WorkNotices;
  readonly wish: TrainingWish;
  readonly newId: () => string;
  readonly onChanged: (view: StartView) => void;
  readonly onProgressed: (work: StartWork) => void;
  readonly onStarted: (run: RunListing) => void;
}

type Doing = StartWork['doing'];

/** What is being done now. */
interface Current {
  readonly callId: string;
  readonly stop: PanelCancellation;
  work: StartWork;
}

export class TrainingDraft implements Disposable {
  readonly #parts: TrainingDraftParts;
  readonly #owned = new Disposables();
  #wish: TrainingWish;
  #machines: readonly MachineListing[] = [];
  #plan: TrainingPlan | null = null;
  #current: Current | null = null;
  #problem: StartView['problem'] = null;

  constructor(parts: TrainingDraftParts) {
    this.#parts = parts;
    this.#wish = parts.wish;
    this.#owned.add(
      parts.runtime.onNotification('work-progressed', ({ callId, ...far }) => {
        if (callId !== this.#current?.callId) return;
        this.#current.work = { ...this.#current.work, ...far };
        parts.onProgressed(this.#current.work);
      }),
    );
  }

  get view(): StartView {
    const others = this.#machines.filter(
      ({ name }) => name !== this.#wish.machine && name !== thisComputer,
    );
    const named = (wanted: string | null) =>
      this.#machines.find(({ name }) => name === wanted) ?? null;
    return {
      wish: this.#wish,
      machine: named(this.#wish.machine),
      samplerMachine: named(this.#wish.sampler),
      canSampleElsewhere: others.length > 0,
      plan: this.#plan,
      work: this.#current?.work ?? null,
      problem: this.#problem,
    };
  }

  /** Plans anew. @throws Problem while it is being started */
  change(wish: TrainingWish): void {
    this.#refuseWhileStarting();
    this.#wish = wish;
    void this.plan();
  }

  /** True when there is a new plan. Never rejects: what fails is part of the view. */
  async plan(): Promise<boolean> {
    if (this.#isStarting) return false;
    return this.#do('plan', async (callId, token) => {
      const { runtime } = this.#parts;
      const [plan, { machines }] = await Promise.all([
        runtime.request('plan-training', { ...this.#wish, callId }, { token }),
        runtime.request('list-machines', {}),
      ]);
      return () => {
        this.#plan = plan;
        this.#machines = machines;
      };
    });
  }

  /** Under the name that the plan says. @throws Problem when that plan cannot be started */
  async start(): Promise<void> {
    this.#refuseWhileStarting();
    const { name } = this.#startable();
    await this.#do('start', async (callId, token) => {
      const wish = { ...this.#wish, name, callId };
      const { run } = await this.#parts.runtime.request('start-training', wish, { token });
      return () => this.#parts.onStarted(run);
    });
  }

  cancel(): void {
    this.#current?.stop.cancel();
  }

  dispose(): void {
    this.cancel();
    this.#current = null;
    this.#owned.dispose();
  }

  get #isStarting(): boolean {
    return this.#current?.work.doing === 'start';
  }

  #refuseWhileStarting(): void {
    if (this.#isStarting) throw new Problem('The training is being started. Cancel that first.');
  }

  #startable(): TrainingPlan {
    const failed = this.#plan?.checks.find(({ state }) => state === 'fail');
    if (failed !== undefined) {
      throw new Problem(`It cannot start: ${failed.detail} ${failed.advice ?? ''}`.trim());
    }
    if (this.#plan === null || this.#current !== null || this.#problem?.doing === 'plan') {
      throw new Problem('There is no plan of this training yet. Check again first.');
    }
    return this.#plan;
  }

  /**
   * True when it was done and still counts.
   * @param work resolves to what is to be done with its result, unless something else began meanwhile
   */
  async #do(
    doing: Doing,
    work: (callId: string, token: Cancellation) => Promise<() => void>,
  ): Promise<boolean> {
    const own = this.#begin(doing);
    let isDone = true;
    const keep = await work(own.callId, own.stop).catch((error: unknown) => {
      isDone = false;
      return () => this.#fail(doing, error);
    });
    if (this.#current !== own) return false;
    this.#current = null;
    keep();
    this.#parts.onChanged(this.view);
    return isDone;
  }

  #fail(doing: Doing, error: unknown): void {
    if (!isCancelled(error)) this.#problem = { doing, message: messageOf(error) };
  }

  #begin(doing: Doing): Current {
    this.cancel();
    const own: Current = {
      callId: this.#parts.newId(),
      stop: new PanelCancellation(),
      work: { doing, activity: null, done: 0, total: null },
    };
    this.#current = own;
    this.#problem = null;
    this.#parts.onChanged(this.view);
    return own;
  }
}
