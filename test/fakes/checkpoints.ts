// Checkpoints of a run as the runtime lists them, whole ones and older ones of which only the weights stayed, and the comparison of two.
import type { runPanelRequests } from '../../runtime/contract/runPanel.ts';
import type { CheckpointListing } from '../../runtime/contract/training/runView.ts';
import { wilsonInterval } from '../../runtime/judge/statistics/wilson.ts';
import type * as z from 'zod';

export type ComparedCheckpoints = z.input<
  (typeof runPanelRequests)['compare-checkpoints']['result']
>;

export interface CheckpointOptions {
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** With the state of optimiser and queue. */
  readonly isWhole?: boolean;
  /** Of 120 held-out tasks; null where it was not evaluated. */
  readonly passed?: number | null;
  readonly kept?: CheckpointListing['kept'];
}

const folder = '/home/ada/.tool-r1/runs/tool-r1-7b-files/checkpoints';
const heldOutTasks = 120;

export function makeCheckpoint(options: CheckpointOptions): CheckpointListing {
  const { step, now, isWhole = true, passed = null, kept = [] } = options;
  return {
    ...{ step, folder: `${folder}/step-${step}`, kept: [...kept] },
    savedAt: new Date(now - (312 - step) * 96_000 - 300_000).toISOString(),
    bytes: isWhole ? 107e9 : 15e9,
    queueStateBytes: isWhole ? 36e6 + step * 5000 : null,
    hasOptimiser: isWhole,
    whyNotResumable: isWhole ? null : 'The state of the optimiser was not saved.',
    reward: 0.91 + step / 1050,
    passRate: 0.37 + step / 1400,
    heldOut: passed === null ? null : heldOut(passed),
  };
}

function heldOut(passed: number): NonNullable<CheckpointListing['heldOut']> {
  const [low, high] = wilsonInterval(passed, heldOutTasks) ?? [0, 1];
  return { passRate: passed / heldOutTasks, low, high, tasks: heldOutTasks };
}

/** Six of them, as they lie on the disk: oldest first. */
export function makeCheckpoints(now: number): CheckpointListing[] {
  return [
    makeCheckpoint({ step: 50, now, isWhole: false }),
    makeCheckpoint({ step: 100, now, isWhole: false, passed: 55, kept: ['pinned'] }),
    makeCheckpoint({ step: 150, now, isWhole: false }),
    makeCheckpoint({ step: 200, now, passed: 64 }),
    makeCheckpoint({ step: 250, now, passed: 68, kept: ['best'] }),
    makeCheckpoint({ step: 300, now, passed: 66, kept: ['latest'] }),
  ];
}

export function makeComparison(): ComparedCheckpoints {
  const questions = [
    'How many invoices are past due on 1 March?',
    'Which branch had the highest revenue per head?',
    'What was the median response time in week 27, without the hours of the night?',
  ];
  const tasks = (count: number, of: string) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ taskId: `${of}-${at + 1}`, question: questions[at % questions.length] ?? '' },
    }));
  return {
    tasks: heldOutTasks,
    figures: [
      figure('passed', 'share', [0.458, 0.567], [0.108, 0.02, 0.2]),
      figure('reward/total', 'number', [0.98, 1.13], [0.15, 0.04, 0.26]),
      figure('reward/answer', 'number', [0.48, 0.59], [0.11, 0.02, 0.2]),
      figure('parsed', 'share', [0.94, 0.99], [0.05, 0.02, 0.08]),
      figure('executed', 'share', [0.81, 0.84], [0.03, -0.02, 0.08]),
      figure('steps', 'number', [5.6, 4.9], [-0.7, -1.1, -0.3]),
      figure('tokens', 'number', [1590, 1702], [112, -40, 264]),
    ],
    won: tasks(21, 'won'),
    lost: tasks(4, 'lost'),
    fromCopy: false,
  };
}

function figure(
  name: string,
  unit: ComparedCheckpoints['figures'][number]['unit'],
  [first, second]: readonly [number, number],
  [change, low, high]: readonly [number, number, number],
): ComparedCheckpoints['figures'][number] {
  return { name, unit, first, second, change, low, high, tasks: heldOutTasks };
}
