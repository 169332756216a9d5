// What a page can have the editor do, as an interface, so that the pages' requests can be tested without an editor.
// vscodeActions.ts does it in VS Code.
import type { ExportFormat } from '../../runtime/contract/viewing.ts';

export interface NamedText {
  /** Readable, used as the name of the tab; its ending chooses the language, for example `Step 3.py`. */
  readonly name: string;
  readonly text: string;
}

export interface EditorActions {
  /** Native diff editor. */
  openDiff(left: NamedText, right: NamedText): Promise<void>;
  /** A read-only text in an editor beside. */
  openText(text: NamedText): Promise<void>;
  /** A file of the disk in an editor beside; a folder is shown in the explorer. @throws Problem when it is not there */
  openFile(file: string): Promise<void>;
  /** One line of a text file, from 1. */
  openLine(file: string, line: number): Promise<void>;
  copy(text: string): Promise<void>;
  /** The link that opens a trajectory or a step of it. */
  copyLink(place: { file: string; id: string; step: number | null }): Promise<void>;
  /** Null when the person said no. */
  askWhereToSave(name: string, format: ExportFormat): Promise<string | null>;
  /** Says that a file was written and offers to open it. Returns at once. */
  tellSaved(file: string, trajectories: number): void;
  showLog(): void;
}
