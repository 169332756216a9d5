// What a person can have done from the page. The extension asks back where that is needed; what fails is shown on top.
import type { WishField } from '../../runtime/contract/startPanel.ts';
import type { GpuChoice, TrainingFix } from '../../runtime/contract/training/trainingRequests.ts';
import type { StartPanelHost } from './startContext.ts';

export class StartActions {
  readonly #host: Pick<StartPanelHost, 'request'>;
  readonly #complain: (error: unknown) => void;
  readonly #dryRun: () => void;

  /** @param dryRun shows what would be run, after everything was looked at again */
  constructor(
    host: Pick<StartPanelHost, 'request'>,
    complain: (error: unknown) => void,
    dryRun: () => void,
  ) {
    this.#host = host;
    this.#complain = complain;
    this.#dryRun = dryRun;
  }

  change(field: WishField): void {
    this.#host.request('change', { field }, forPeople).catch(this.#complain);
  }

  /** @param gpus null leaves it to the product to divide them */
  useCards(gpus: GpuChoice | null): void {
    this.#host.request('use-cards', { gpus }).catch(this.#complain);
  }

  /** Resolves when it is done, or failed. */
  async fix(fix: TrainingFix): Promise<void> {
    await this.#host.request('apply-fix', { fix }, forPeople).catch(this.#complain);
  }

  checkAgain(): void {
    this.#host.request('plan-again', {}, forPeople).catch(this.#complain);
  }

  dryRun(): void {
    const shown = ({ isPlanned }: { isPlanned: boolean }): void => {
      if (isPlanned) this.#dryRun();
    };
    this.#host.request('plan-again', {}, forPeople).then(shown).catch(this.#complain);
  }

  start(): void {
    this.#host.request('start', {}, forPeople).catch(this.#complain);
  }

  cancel(): void {
    this.#host.request('cancel', {}).catch(this.#complain);
  }

  copy(text: string): void {
    this.#host.request('copy', { text }).catch(this.#complain);
  }

  showLog(): void {
    this.#host.request('show-log', {}).catch(this.#complain);
  }
}

/** As long as a person needs to answer, or a machine to look. */
const forPeople = { timeout: null } as const;
