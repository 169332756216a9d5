// Keeps up whether the chosen model can be asked: looks when the tree is first shown, and again when the choice changes.
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { Settings } from '../settings.ts';
import type { Disposable } from '../support/disposable.ts';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { endpointsToAsk } from './modelChoices.ts';
import { modelProblem } from './modelReadiness.ts';

export interface ModelStatusParts {
  readonly runtime: RuntimeRequests;
  readonly settings: Settings;
  readonly log: Log;
  /** Told whenever the answer changed. */
  readonly onChanged: (problem: string | null) => void;
}

export class ModelStatus implements Disposable {
  readonly #parts: ModelStatusParts;
  readonly #subscriptions: Disposable[];
  #problem: string | null = null;
  /** The look under way; an older one that ends later is passed over. */
  #look = 0;

  constructor(parts: ModelStatusParts) {
    this.#parts = parts;
    const look = () => void this.look();
    this.#subscriptions = [
      parts.settings.onDidChange('model', look),
      parts.settings.onDidChange('endpoints', look),
    ];
  }

  get problem(): string | null {
    return this.#problem;
  }

  /** Never rejects: what cannot be found out is taken as no problem. */
  async look(): Promise<void> {
    const look = ++this.#look;
    const problem = await this.#find();
    if (look !== this.#look || problem === this.#problem) return;
    this.#problem = problem;
    this.#parts.onChanged(problem);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #find(): Promise<string | null> {
    const { runtime, settings, log } = this.#parts;
    // The embedded model is always there or fetched, so that nobody needs to be asked.
    if (settings.model === 'embedded') return null;
    try {
      const endpoints = endpointsToAsk(settings.endpoints, settings.model);
      const { models } = await runtime.request('list-models', { endpoints });
      return modelProblem(settings.model, models);
    } catch (error) {
      log.warn(`The models could not be listed: ${messageOf(error)}`);
      return null;
    }
  }
}
