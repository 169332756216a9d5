// How a trajectory goes on from another one: which steps are carried over, which questions came before, which task is asked.
// Pure; running it is runRollout.ts.
import { writtenReply, type CarriedStep, type WrittenReply } from '../agent/carriedStep.ts';
import type { Protocol } from '../agent/protocols/protocol.ts';
import type { ObservationKind } from '../contract/observation.ts';
import type { Step } from '../contract/step.ts';
import type { Task } from '../contract/task.ts';
import type {
  Branch,
  EarlierQuestion,
  Trajectory,
  TrajectoryStarted,
} from '../contract/trajectory.ts';

export interface BranchPlan {
  readonly earlier: readonly EarlierQuestion[];
  readonly carried: readonly CarriedStep[];
  readonly written: WrittenReply | null;
}

/** Steps that did not end by themselves: running their code again would wait for their limit, or do more than it did. */
const unfinished: ReadonlySet<ObservationKind> = new Set(['timeout', 'aborted', 'cancelled']);

/** @param hasNamespace whether the sandbox holds what the carried steps left */
export function planBranch(
  branch: Branch,
  protocol: Pick<Protocol, 'write'>,
  hasNamespace: boolean,
): BranchPlan {
  const { parent, step, code } = branch;
  return {
    earlier: earlierQuestions(branch),
    carried: carriedSteps(parent, step, hasNamespace),
    written: code === null ? null : edited(parent.steps[step]?.thought ?? '', code, protocol),
  };
}

/** The steps up to `last`; their code runs again unless the namespace that they left is there. */
export function carriedSteps(
  { steps }: Pick<Trajectory, 'steps'>,
  last: number,
  hasNamespace: boolean,
): readonly CarriedStep[] {
  return steps.filter(({ index }) => index <= last).map((step) => carried(step, hasNamespace));
}

/** The questions whose steps come before those of the new trajectory's own question. */
export function earlierQuestions({ parent, relation, step }: Branch): readonly EarlierQuestion[] {
  const { started, ended } = parent;
  const before = started.earlier ?? [];
  if (relation === 'retry') return before.filter(({ lastStep }) => lastStep <= step);
  return [
    ...before,
    { task: started.task, lastStep: step, finalAnswer: ended?.finalAnswer ?? null },
  ];
}

/** The task that a step worked on: that of an earlier question for a step that was carried over from there. */
export function taskOfStep({ earlier, task }: TrajectoryStarted, step: number): Task {
  return earlier?.find(({ lastStep }) => step <= lastStep)?.task ?? task;
}

/** Steps before the first one of the trajectory's own question. */
export function stepsBefore(earlier: readonly EarlierQuestion[] | undefined): number {
  return earlier?.at(-1)?.lastStep ?? 0;
}

/** How a trajectory with earlier questions is run again: their answers do not end it. */
export function branchToReplay(parent: Trajectory): Branch | null {
  const step = stepsBefore(parent.started.earlier);
  return step === 0 ? null : { relation: 'retry', parent, step, code: null };
}

function carried(step: Step, hasNamespace: boolean): CarriedStep {
  if (hasNamespace || answersInReply(step)) return { step, runAgain: false };
  if (step.code === null || !unfinished.has(step.observation.kind)) return { step, runAgain: true };
  return { step: withNote(step), runAgain: false };
}

/** There is nothing to run again where the reply gave the answer by itself. */
function answersInReply({ code, observation }: Step): boolean {
  return code === null && observation.kind === 'final-answer';
}

function withNote(step: Step): Step {
  const note = 'This step was not run again, because it had not come to its own end.';
  const { observation } = step;
  return { ...step, observation: { ...observation, warnings: [...observation.warnings, note] } };
}

function edited(thought: string, code: string, protocol: Pick<Protocol, 'write'>): WrittenReply {
  return writtenReply(thought, code, protocol.write(thought, code));
}
