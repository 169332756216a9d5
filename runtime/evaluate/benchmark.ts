// The kinds of benchmark: which recipe and judge each is asked with unless a person says otherwise. Pure.
import type { BenchmarkKind } from '../contract/evaluation.ts';
import type { JudgeName } from '../contract/judging.ts';
import type { Task } from '../contract/task.ts';
import { boxedAnswer } from '../judge/math/boxedAnswer.ts';

export interface BenchmarkDefaults {
  /** Of a task of the kind. */
  readonly recipe: (task: Task) => string;
  readonly judge: JudgeName;
}

export const benchmarks: Readonly<Record<BenchmarkKind, BenchmarkDefaults>> = {
  gaia: { recipe: () => 'tool-r1', judge: 'rule' },
  tasks: { recipe: () => 'tool-r1', judge: 'rule' },
  math: { recipe: () => 'artist-math', judge: 'math' },
  // Calls on a state, else single calls in the form of ToolRL's rows; the reward compares both, no judge is asked.
  functions: {
    recipe: (task) => (hasEnvironment(task) ? 'artist-tools' : 'toolrl'),
    judge: 'rule',
  },
};

/** What tasks look like, where nobody said. */
export function benchmarkOf(tasks: readonly Task[]): BenchmarkKind {
  const all = (isSo: (task: Task) => boolean): boolean => tasks.length > 0 && tasks.every(isSo);
  if (all(isCalling)) return 'functions';
  if (all(({ source }) => source === 'gaia')) return 'gaia';
  return all(({ referenceAnswer }) => isBoxed(referenceAnswer)) ? 'math' : 'tasks';
}

function hasEnvironment({ metadata }: Task): boolean {
  return metadata['environment'] !== undefined;
}

function isCalling(task: Task): boolean {
  return hasEnvironment(task) || task.source === 'toolrl';
}

function isBoxed(answer: string | null): boolean {
  return answer !== null && boxedAnswer(answer) !== null;
}
