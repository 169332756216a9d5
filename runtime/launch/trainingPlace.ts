// What a training run on this computer is started with: programs and folders, and the Python that holds the trainer.
import type { OnProgress } from '../support/progress.ts';

export interface PreparationOptions {
  /** Graphics cards need packages of their own. */
  readonly device: 'cpu' | 'cuda';
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface TrainingPlace {
  /** Node and its arguments, then the file of `tool-r1`. */
  readonly program: readonly [node: string, ...args: string[]];
  /** Holds `supervisor.py` and the package `tool_r1_trainer`. */
  readonly trainerFolder: string;
  /** In which the runs of this computer wait for graphics cards. */
  readonly queueFolder: string;
  /**
   * The Python of the trainer; its environment is made when it is not there.
   * @throws HumanError or FailureError when it cannot be made
   */
  preparePython(options: PreparationOptions): Promise<string>;
}
