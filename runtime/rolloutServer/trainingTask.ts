// A task with its files found, ready to be rolled out.
import type { Task } from '../contract/task.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';

export interface TrainingTask {
  /** Its files are absolute paths. */
  readonly task: Task;
  readonly files: ChosenFiles;
}
