// A code action as other programs can hold it: the call of an interpreter by the name of `python`. What the importers read back is
// the code itself. Pure.
import type { Step } from '../../contract/step.ts';

export const codeTool = 'python';

export interface CodeCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: { readonly code: string };
}

/** Null for a step without code. */
export function codeCall({ index, code }: Step): CodeCall | null {
  return code === null ? null : { id: `step_${index}`, name: codeTool, arguments: { code } };
}

/** Whether what came back tells that something went wrong. */
export function isFailed({ observation }: Step): boolean {
  return !['executed', 'final-answer', 'no-code'].includes(observation.kind);
}
