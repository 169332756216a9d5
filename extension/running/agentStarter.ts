// Starts rollouts in the runtime with the settings of the person, and enters them with the live ones. Asking the person and
// showing what happens is for others.
import type { RolloutStarted, TrajectoryPlace } from '../../runtime/contract/requests.ts';
import type { Task } from '../../runtime/contract/task.ts';
import type { WebWish } from '../../runtime/contract/web.ts';
import type { LiveRollouts } from '../live/liveRollouts.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';

/** What the person has chosen for every rollout. */
export interface RolloutSettings {
  readonly model: string;
  readonly recipe: string;
  /** Null takes the recipe's number. */
  readonly maxSteps: number | null;
  /** What the person allows of the web; absent for nothing. */
  readonly web?: WebWish;
  /** Model that looks at pictures; null or absent for none. */
  readonly visionModel?: string | null;
}

export interface Question {
  readonly question: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly workspace: string;
  /** The stored task that is asked; null for a question of its own. */
  readonly task: Task | null;
  /** Null takes the chosen one. */
  readonly model: string | null;
}

export interface FollowUpQuestion {
  readonly from: TrajectoryPlace;
  readonly question: string;
  readonly workspace: string;
}

export interface EditedStep {
  readonly from: TrajectoryPlace;
  readonly step: number;
  readonly code: string;
  readonly workspace: string;
}

export interface StarterParts {
  readonly runtime: RuntimeRequests;
  readonly live: LiveRollouts;
  readonly settings: () => RolloutSettings;
  /** Resolves when the model can be asked; rejects with a sentence for a person when it cannot. */
  readonly makeReady: (model: string) => Promise<void>;
}

export class AgentStarter {
  readonly #parts: StarterParts;

  constructor(parts: StarterParts) {
    this.#parts = parts;
  }

  async ask(asked: Question): Promise<RolloutStarted> {
    const { runtime } = this.#parts;
    const { question, files, workspace, task } = asked;
    const started = await runtime.request('run-agent', {
      ...(await this.#ready(asked.model)),
      workspace,
      task,
      question,
      files: [...files],
      referenceAnswer: task?.referenceAnswer ?? null,
    });
    return this.#begin(started, workspace, question);
  }

  async followUp({ from, question, workspace }: FollowUpQuestion): Promise<RolloutStarted> {
    const { runtime } = this.#parts;
    const wish = { ...(await this.#ready(null)), workspace, from, question };
    return this.#begin(await runtime.request('ask-follow-up', wish), workspace, question);
  }

  async retry({ from, step, code, workspace }: EditedStep): Promise<RolloutStarted> {
    const { runtime } = this.#parts;
    const wish = { ...(await this.#ready(null)), workspace, from, step, code };
    const started = await runtime.request('retry-step', wish);
    return this.#begin(started, workspace, `Step ${step} with edited code`);
  }

  /** @param model null takes the chosen one */
  async #ready(model: string | null): Promise<RolloutSettings> {
    const { settings, makeReady } = this.#parts;
    const chosen = settings();
    const wanted = { ...chosen, model: model ?? chosen.model };
    await makeReady(wanted.model);
    return wanted;
  }

  #begin(started: RolloutStarted, workspace: string, question: string): RolloutStarted {
    const { trajectoryId: id, file } = started;
    this.#parts.live.begin({ id, file, workspace, question });
    return started;
  }
}
