// The queue of a run as the runtime gives it: 1,300 tasks of which 416 are visited once an epoch of 26 train steps, filtered,
// sorted and cut by the runtime's own code.
import { Recipe } from '../../runtime/contract/recipe.ts';
import type { GroupRecord } from '../../runtime/contract/training/runFolder.ts';
import type { QueuePage } from '../../runtime/contract/training/runView.ts';
import {
  type QueueInput,
  queuePage,
  type QueueQuery,
} from '../../runtime/remote/runs/queuePage.ts';
import { Visits } from '../../runtime/remote/runs/visits.ts';
import toolR1 from '../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { type Random, seededRandom } from './random.ts';
import { makeGroupRecord } from './trainingRecords.ts';

export interface QueueOptions {
  /** Train steps that are done. */
  readonly steps?: number;
  readonly tasks?: number;
  /** Without one every trajectory is fresh. */
  readonly hasQueue?: boolean;
}

const epochSteps = 26;
const groupsPerStep = 16;
const [groupSize, fresh] = [16, 8];

const subjects = [
  ['Which branch had the highest revenue per head in Q3?', ['branches.xlsx']],
  ['How many invoices are past due on 1 March?', ['invoices.pdf']],
  [
    'What is the total length of the tracks, in minutes?',
    Array.from({ length: 12 }, (_, at) => `track-${at + 1}.mp3`),
  ],
  ['Name the city that two of the tables disagree about.', ['census.xlsx', 'notes.docx']],
  ['Which slide names a figure that the sheet does not have?', ['deck.pptx', 'data.csv']],
  ['How many distinct ingredients do the recipes share?', ['recipes.docx']],
  ['What was the median response time in week 27?', ['tickets.csv']],
  ['What is the sum of the first hundred primes?', []],
] as const;

export function makeQueueInput(options: QueueOptions = {}): QueueInput {
  const { steps = 312, tasks = 1300, hasQueue = true } = options;
  const visits = new Visits();
  const random = seededRandom(17);
  for (let step = 0; step < steps; step += 1) {
    for (let at = 0; at < groupsPerStep; at += 1) {
      visits.take(makeVisit(step, at, random, hasQueue));
    }
  }
  return {
    visits,
    recipe: makeQueueRecipe(hasQueue),
    tasks: Array.from({ length: tasks }, (_, index) => {
      const [question, files] = subjects[index % subjects.length] ?? subjects[0];
      return { id: taskId(index), question, files: [...files] };
    }),
  };
}

export function makeQueueRecipe(hasQueue: boolean): Recipe {
  const recipe = Recipe.parse(toolR1);
  const { training } = recipe;
  if (training === undefined) throw new Error('the recipe tool-r1 does not train');
  const streakFilter = { ...training.streakFilter, enabled: hasQueue };
  return {
    ...recipe,
    training: { ...training, streakFilter, queue: { ...training.queue, enabled: hasQueue } },
  };
}

/** Of the runtime's own code; a run that trains always has one. */
export function makeQueuePage(input: QueueInput, query: Partial<QueueQuery> = {}): QueuePage {
  const usual = { step: null, filter: '', show: 'all', sort: 'last-visit', follow: null } as const;
  const page = queuePage(input, { ...usual, offset: 0, limit: 100, ...query });
  if (page === null) throw new Error('the recipe does not train');
  return page;
}

export function taskId(index: number): string {
  return `t-${String(index + 1).padStart(4, '0')}`;
}

function makeVisit(step: number, at: number, random: Random, hasQueue: boolean): GroupRecord {
  const [epoch, inEpoch] = [Math.floor(step / epochSteps), step % epochSteps];
  const index = inEpoch * groupsPerStep + at;
  // Every task has its own difficulty, and all get easier.
  const ease = ((index * 37) % 100) / 100 + epoch * 0.012;
  const passRate = Math.round(Math.min(1, Math.max(0, ease)) * groupSize) / groupSize;
  const isRight = (place: number): boolean => (place * 7 + step) % groupSize < passRate * groupSize;
  const outcome = passRate === 1 ? 'all-correct' : passRate === 0 ? 'all-wrong' : 'mixed';
  const isOutside = hasQueue && passRate < 0.2;
  return makeGroupRecord({
    ...{ step, epoch: epoch + 1, taskId: taskId(index), outcome, passRate },
    why: passRate === 1 && epoch % 2 === 1 && at % 4 === 0 ? 'probe' : 'active',
    rewards: Array.from({ length: groupSize }, (_, place) => {
      const parts = 0.15 + 0.45 * random.next();
      return Math.round((parts + (isRight(place) ? 1 : 0)) * 100) / 100;
    }),
    staleness: Array.from({ length: groupSize }, (_, place) =>
      hasQueue && epoch > 0 && place < fresh ? epochSteps : 0,
    ),
    ...{ nGenerated: fresh, nFresh: hasQueue && epoch > 0 ? fresh : groupSize },
    skipped: isOutside ? 'outside-window' : null,
    trajectoryIds: Array.from({ length: groupSize }, (_, place) => `r-${step}-${at}-${place}`),
  });
}
