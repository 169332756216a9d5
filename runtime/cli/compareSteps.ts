// Compares the steps of a replay with the recorded ones: same outcome, same observation. Pure.
import type { Step } from '../contract/step.ts';

export type StepComparison =
  | { readonly index: number; readonly same: true }
  | {
      readonly index: number;
      readonly same: false;
      /** What differs, in words. */
      readonly what: string;
      readonly recorded: string;
      readonly replayed: string;
    };

/** One entry for each step that either side has. */
export function compareSteps(
  recorded: readonly Step[],
  replayed: readonly Step[],
): readonly StepComparison[] {
  const length = Math.max(recorded.length, replayed.length);
  return Array.from({ length }, (_, at) => compareStep(at + 1, recorded[at], replayed[at]));
}

function compareStep(
  index: number,
  before: Step | undefined,
  after: Step | undefined,
): StepComparison {
  const differs = (what: string, recorded: string, replayed: string) =>
    ({ index, same: false, what, recorded, replayed }) as const;
  if (before === undefined) return differs('the step was not recorded', '', kind(after));
  if (after === undefined) return differs('the step did not take place', kind(before), '');
  if (before.code !== after.code) {
    return differs('another code runs', before.code ?? 'none', after.code ?? 'none');
  }
  if (kind(before) !== kind(after)) return differs('another outcome', kind(before), kind(after));
  const line = firstDifference(before.observation.text, after.observation.text);
  if (line !== null) return differs('another observation', line.recorded, line.replayed);
  return { index, same: true };
}

function kind(step: Step | undefined): string {
  return step?.observation.kind ?? '';
}

function firstDifference(
  before: string,
  after: string,
): { recorded: string; replayed: string } | null {
  if (before === after) return null;
  const [left, right] = [before.split('\n'), after.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  const place = at < 0 ? left.length : at;
  return { recorded: left[place] ?? '(no line)', replayed: right[place] ?? '(no line)' };
}
