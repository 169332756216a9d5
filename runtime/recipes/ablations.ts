// Which changes of a recipe make which row of the papers' tables, so that each row can be run: the `changes` are for `--set`.

export interface Ablation {
  /** Built-in recipe that is changed. */
  readonly recipe: string;
  readonly table: string;
  readonly row: string;
  /** Each `path=value`. */
  readonly changes: readonly string[];
}

const withoutAuxiliary = ['reward.weights.parse=0', 'reward.weights.exec=0'];
const withoutQueue = 'queue.enabled=false';
const withoutFilter = 'difficultyFilter.enabled=false';

/** Tool-R1 (arXiv 2509.12867), Table 2: each row adds one ingredient to the one above it. */
const toolR1Rows: readonly Omit<Ablation, 'recipe' | 'table'>[] = [
  { row: 'vanilla GRPO', changes: [withoutFilter, ...withoutAuxiliary, withoutQueue] },
  { row: '+ difficulty filter', changes: [...withoutAuxiliary, withoutQueue] },
  { row: '+ parse and exec rewards', changes: [withoutQueue] },
  { row: '+ sample queue, without resampling', changes: ['queue.resample=false'] },
  { row: '+ resampling', changes: [] },
];

/** The efficiency paper (arXiv 2606.00135), which reports both ingredients together and leaves their shares open. */
const efficiencyRows: readonly Omit<Ablation, 'recipe' | 'table'>[] = [
  { row: 'neither', changes: ['streakFilter.enabled=false', 'downSampling.enabled=false'] },
  { row: 'filter only', changes: ['downSampling.enabled=false'] },
  { row: 'down-sampling only', changes: ['streakFilter.enabled=false'] },
  { row: 'both', changes: [] },
];

/** ToolRL (arXiv 2504.13958): how fine a call is compared, how the ranges change, and the reward for length. */
const toolRlRows: readonly Omit<Ablation, 'recipe' | 'table'>[] = [
  { row: 'default', changes: [] },
  { row: 'finegrained (REFINEDREWARD)', changes: ['reward.exactLists=true'] },
  { row: 'intermediate', changes: ['reward.detail=calls'] },
  { row: 'coarse', changes: ['reward.detail=list'] },
  { row: 'equal maxima (CORRECTMAX1)', changes: ['reward.correctnessRange=1'] },
  { row: 'two-stage scale', changes: ['reward.scale=two-stage'] },
  { row: 'dynamic scale', changes: ['reward.scale=dynamic'] },
  { row: 'length', changes: ['reward.length=fixed'] },
  { row: 'dynamic length', changes: ['reward.length=scheduled'] },
];

export const ablations: readonly Ablation[] = [
  ...rows('tool-r1-paper', 'Tool-R1, Table 2 (7B)', toolR1Rows),
  ...rows('efficient', 'Efficiency paper, ingredients', efficiencyRows),
  ...rows('toolrl', 'ToolRL, reward design', toolRlRows),
];

function rows(
  recipe: string,
  table: string,
  of: readonly Omit<Ablation, 'recipe' | 'table'>[],
): Ablation[] {
  return of.map((row) => ({ recipe, table, ...row }));
}
