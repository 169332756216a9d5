// What an importer makes of a file of tasks, whatever its kind.
import type { LineNote } from '../../contract/requests.ts';
import type { Task } from '../../contract/task.ts';

export interface ImportedTasks {
  /** As a person calls the kind of file, for example `CSV`. */
  readonly format: string;
  /** Their files are absolute, because the importer knows what the names in its file start from. */
  readonly tasks: readonly Task[];
  /** Lines that could not be used. */
  readonly problems: readonly LineNote[];
}

/** A fault with its place. */
export function note(line: number, message: string): LineNote {
  return { line, message };
}
