// What the column of steps holds, top to bottom: questions asked before, steps carried over (folded), steps, the step that is
// under way. Pure.
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import type { LiveStep, TrajectoryState } from '../state/trajectoryState.ts';

export type PageItem =
  | {
      readonly kind: 'question';
      readonly key: string;
      readonly text: string;
      readonly isFirst: boolean;
    }
  | {
      readonly kind: 'carried';
      readonly key: string;
      readonly from: number;
      readonly to: number;
      readonly open: boolean;
    }
  | { readonly kind: 'step'; readonly key: string; readonly row: StepRow }
  | { readonly kind: 'live'; readonly key: string; readonly live: LiveStep };

/** @param openCarried first steps of the carried-over runs that are unfolded */
export function pageItems(
  state: TrajectoryState,
  openCarried: ReadonlySet<number>,
): readonly PageItem[] {
  const items: PageItem[] = [];
  const questions = questionsByStep(state);
  let run: { from: number; open: boolean } | null = null;
  for (const row of state.rows) {
    const question = questions.get(row.index);
    if (question !== undefined) {
      items.push({ kind: 'question', key: `q${row.index}`, ...question });
      run = null;
    }
    if (row.origin === 'parent') {
      run ??= { from: row.index, open: openCarried.has(row.index) };
      growCarried(items, run, row.index);
      if (run.open) items.push(stepItem(row));
    } else {
      run = null;
      items.push(stepItem(row));
    }
  }
  return [...items, ...endItems(state, questions)];
}

/** The bar of a run stands before its steps and knows how far it goes. */
function growCarried(
  items: PageItem[],
  { from, open }: { from: number; open: boolean },
  to: number,
): void {
  const at = items.findLastIndex(({ kind }) => kind === 'carried');
  const last = items[at];
  const bar = { kind: 'carried', key: `c${from}`, from, to, open } as const;
  if (last?.kind === 'carried' && last.from === from) items[at] = bar;
  else items.push(bar);
}

function stepItem(row: StepRow): PageItem {
  return { kind: 'step', key: `s${row.index}`, row };
}

/** A question whose first step has not ended, and the step under way. */
function endItems(
  state: TrajectoryState,
  questions: ReturnType<typeof questionsByStep>,
): PageItem[] {
  const { live, rows } = state;
  const next = live?.index ?? (rows.at(-1)?.index ?? 0) + 1;
  const question = questions.get(next);
  const asked: PageItem[] =
    question === undefined ? [] : [{ kind: 'question', key: `q${next}`, ...question }];
  return live === null ? asked : [...asked, { kind: 'live', key: `s${live.index}`, live }];
}

/** Questions by the step that they come before; none when only one was asked: the header shows it. */
function questionsByStep({ about }: TrajectoryState) {
  const questions = new Map<number, { text: string; isFirst: boolean }>();
  if (about === null || about.earlier.length === 0) return questions;
  let next = 1;
  for (const { task, lastStep } of about.earlier) {
    questions.set(next, { text: task.question, isFirst: next === 1 });
    next = lastStep + 1;
  }
  return questions.set(next, { text: about.task.question, isFirst: false });
}
