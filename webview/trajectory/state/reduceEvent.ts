// What an event of a rollout changes. Pure; reduce.ts checks that the event belongs to the trajectory.
import type { RunEvent, RunEventOf } from '../../../runtime/contract/events.ts';
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import { stepRow } from '../../../runtime/contract/stepSummary.ts';
import { withVerdict } from './lastVerdicts.ts';
import { reduceLiveStep, type StepEvent } from './reduceLiveStep.ts';
import { emptyStep, emptyTrajectory, type TrajectoryState } from './trajectoryState.ts';

export function reduceEvent(state: TrajectoryState, event: RunEvent): TrajectoryState {
  switch (event.type) {
    case 'rollout-started':
      return begin(state, event);
    case 'progress-reported':
      return reportProgress(state, event);
    case 'step-started':
      return beginStep(state, event);
    case 'text-sampled':
    case 'reply-parsed':
    case 'tool-called':
    case 'tool-answered':
      return within(state, event);
    case 'step-ended':
      return endStep(state, event);
    case 'verdict-given':
      return { ...state, verdicts: withVerdict(state.verdicts, event.verdict) };
    case 'reward-assigned':
      return { ...state, reward: event.reward };
    case 'failure-recorded':
      return withProblem(state, event.failure.message);
    case 'rollout-ended':
      return end(state, event);
  }
}

/** A rollout has one start. When it comes again, everything comes again; only what was read of the file stays. */
function begin(state: TrajectoryState, event: RunEventOf<'rollout-started'>): TrajectoryState {
  const { task, model, tools, maxSteps } = event;
  const known = state.about;
  const about = {
    ...{ task, model, tools, maxSteps },
    recipeName: event.recipe,
    recipe: known?.recipe ?? null,
    startedAt: known?.startedAt ?? event.at,
    parent: event.parent ?? known?.parent ?? null,
    earlier: known?.earlier ?? [],
  };
  return { ...emptyTrajectory(state.id), phase: 'running', about, place: state.place };
}

function reportProgress(
  state: TrajectoryState,
  { activity, done, total, unit }: RunEventOf<'progress-reported'>,
): TrajectoryState {
  if (isOver(state)) return state;
  const phase = state.phase === 'running' ? 'running' : 'preparing';
  return { ...state, phase, progress: { activity, done, total, unit } };
}

function beginStep(state: TrajectoryState, event: RunEventOf<'step-started'>): TrajectoryState {
  if (isOver(state) || hasEnded(state, event.step)) return state;
  return { ...state, phase: 'running', progress: null, live: emptyStep(event.step, event.at) };
}

/** Something happened in the step that is under way, or in one whose start was missed. */
function within(state: TrajectoryState, event: StepEvent): TrajectoryState {
  if (isOver(state) || hasEnded(state, event.step)) return state;
  const live = state.live?.index === event.step ? state.live : emptyStep(event.step, event.at);
  return { ...state, phase: 'running', progress: null, live: reduceLiveStep(live, event) };
}

function endStep(state: TrajectoryState, { step }: RunEventOf<'step-ended'>): TrajectoryState {
  const live = state.live?.index === step.index ? null : state.live;
  const shelf = state.shelf.put({ step, clipped: [] });
  return { ...state, rows: withRow(state.rows, stepRow(step)), live, shelf, progress: null };
}

/** In its place, which is the end unless the event comes again. */
function withRow(rows: readonly StepRow[], row: StepRow): readonly StepRow[] {
  const at = rows.findLastIndex(({ index }) => index <= row.index);
  const replaced = rows[at]?.index === row.index ? 1 : 0;
  return rows.toSpliced(at + 1 - replaced, replaced, row);
}

function end(state: TrajectoryState, event: RunEventOf<'rollout-ended'>): TrajectoryState {
  const { stopReason, finalAnswer, failure, milliseconds, reward } = event;
  return {
    ...state,
    phase: 'ended',
    live: null,
    progress: null,
    ending: { stopReason, finalAnswer, failure },
    reward: reward ?? state.reward,
    problems: state.problems.filter((problem) => problem !== failure?.message),
    milliseconds,
  };
}

function withProblem(state: TrajectoryState, problem: string): TrajectoryState {
  if (state.problems.includes(problem) || state.ending?.failure?.message === problem) return state;
  return { ...state, problems: [...state.problems, problem] };
}

function isOver({ phase }: TrajectoryState): boolean {
  return phase === 'ended' || phase === 'interrupted';
}

function hasEnded({ rows }: TrajectoryState, step: number): boolean {
  return step <= (rows.at(-1)?.index ?? 0);
}
