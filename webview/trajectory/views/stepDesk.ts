// What the views of steps need beside the step: what is unfolded, long texts, whether anything can be run, and what a person
// can do. The page gives it to them.
import type { LongTexts } from '../longTexts.ts';

export interface StepDesk {
  /** Names of the agent's tools, for colouring. */
  readonly tools: ReadonlySet<string>;
  /** Why nothing can be run; null when it can. */
  readonly cannotRun: string | null;
  readonly texts: LongTexts;
  /** The step whose code is being edited, and the code as it stands. */
  readonly edit: { readonly step: number; readonly code: string; readonly busy: boolean } | null;
  isOpen(key: string): boolean;
  toggle(key: string): void;
  readonly act: StepActions;
}

export interface StepActions {
  copy(text: string, what: string): void;
  /** Copies a text that may be clipped: the whole of it. */
  copyField(step: number, field: string): void;
  showMore(step: number, field: string): void;
  showLess(step: number, field: string): void;
  choose(step: number): void;
  beginEdit(step: number): void;
  changeEdit(code: string): void;
  endEdit(run: boolean): void;
  copyLink(step: number | null): void;
  openAsText(step: number): void;
  openFile(path: string): void;
  openTrajectory(id: string, step: number | null): void;
  /** The native diff editor on this step's code and that of the trajectory it was branched off. */
  diffWithParent(step: number): void;
  openTable(step: number, name: string): void;
  toggleCarried(from: number): void;
}
