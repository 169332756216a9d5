// What a fact changes: (state, fact) -> state. Facts are the events of a rollout under way and what is read of a stored
// one, so that both look the same. Pure. Events may come again after the page was made anew; that changes nothing.
import type { RunEvent } from '../../../runtime/contract/events.ts';
import type { StepView, TrajectoryHead } from '../../../runtime/contract/viewing.ts';
import { lastVerdicts } from './lastVerdicts.ts';
import { reduceEvent } from './reduceEvent.ts';
import type { TrajectoryState } from './trajectoryState.ts';

export type TrajectoryFact =
  | RunEvent
  | { readonly type: 'head-read'; readonly head: TrajectoryHead }
  | { readonly type: 'steps-read'; readonly steps: readonly StepView[] }
  /** The process of the rollout died. */
  | { readonly type: 'interrupted'; readonly message: string }
  /** A rollout was asked for; its events follow. */
  | { readonly type: 'preparing' };

export function reduce(state: TrajectoryState, fact: TrajectoryFact): TrajectoryState {
  switch (fact.type) {
    case 'head-read':
      return readHead(state, fact.head);
    case 'steps-read':
      return { ...state, shelf: fact.steps.reduce((shelf, view) => shelf.put(view), state.shelf) };
    case 'interrupted':
      return interrupt(state, fact.message);
    case 'preparing':
      return state.phase === 'reading' ? { ...state, phase: 'preparing' } : state;
    case 'rollout-started':
    case 'step-started':
    case 'text-sampled':
    case 'reply-parsed':
    case 'tool-called':
    case 'tool-answered':
    case 'step-ended':
    case 'verdict-given':
    case 'reward-assigned':
    case 'progress-reported':
    case 'failure-recorded':
    case 'rollout-ended':
      return fact.trajectoryId === state.id ? reduceEvent(state, fact) : state;
  }
}

/** The stored head knows the settings and the steps of a parent; events know what came since. */
function readHead(state: TrajectoryState, head: TrajectoryHead): TrajectoryState {
  const { position, previousId, nextId, branches } = head;
  const watched = state.phase !== 'reading' && state.phase !== 'unended';
  const told = new Map(state.rows.map((row) => [row.index, row]));
  const newer = state.rows.filter((row) => row.index > (head.rows.at(-1)?.index ?? 0));
  return {
    ...state,
    about: aboutOf(head),
    rows: [...head.rows.map((row) => told.get(row.index) ?? row), ...newer],
    place: { position, previousId, nextId, branches },
    verdicts: head.verdicts.length === 0 ? state.verdicts : lastVerdicts(head.verdicts),
    reward: head.reward ?? state.reward,
    problems: [...new Set([...state.problems, ...head.problems])],
    ...(watched && head.ended === null ? {} : endOf(state, head)),
  };
}

function endOf(state: TrajectoryState, { started, ended }: TrajectoryHead) {
  if (ended === null) return { phase: 'unended' as const };
  const { stopReason, finalAnswer, failure, endedAt } = ended;
  const span = Date.parse(endedAt) - Date.parse(started.startedAt);
  return {
    phase: 'ended' as const,
    live: null,
    progress: null,
    ending: { stopReason, finalAnswer, failure },
    milliseconds: state.milliseconds ?? Math.max(0, span),
  };
}

function aboutOf({ started }: TrajectoryHead): TrajectoryState['about'] {
  const { task, model, recipe, tools, startedAt, parent = null, earlier = [] } = started;
  return {
    ...{ task, model, recipe, tools, startedAt, parent, earlier },
    recipeName: recipe.name,
    maxSteps: (earlier.at(-1)?.lastStep ?? 0) + recipe.agent.maxSteps,
  };
}

function interrupt(state: TrajectoryState, message: string): TrajectoryState {
  if (state.phase === 'ended') return state;
  const problems = state.problems.includes(message) ? state.problems : [...state.problems, message];
  return { ...state, phase: 'interrupted', progress: null, problems };
}
