// A panel in which a person looks at a trajectory before labelling its answer: nothing that a judge said or that was rewarded is in
// what the page is told. The handlers of every other panel do the reading; here their answers are stripped, and what cannot be
// shown without verdicts is refused.
import type { RunEvent } from '../../runtime/contract/events.ts';
import { Step } from '../../runtime/contract/step.ts';
import { TrajectoryEnded, TrajectoryStarted } from '../../runtime/contract/trajectory.ts';
import { Problem } from '../support/problem.ts';
import type { PanelHandler, PanelHandlers } from './panelHandlers.ts';

type Handlers = Omit<PanelHandlers, 'ready'>;

export const verdictsHidden =
  'Verdicts and rewards are hidden here, so only this trajectory is shown and nothing is run. Label its answer first, then open it again.';

/** The same handlers for a page that must not learn verdicts. */
export function blindHandlers(handlers: Handlers): Handlers {
  const refuse = () => Promise.reject(new Problem(verdictsHidden));
  return {
    ...handlers,
    'read-trajectory': async (params, token) =>
      blindHead(await handlers['read-trajectory'](params, token)),
    'read-steps': async (params, token) => {
      const { steps } = await handlers['read-steps'](params, token);
      return { steps: steps.map(blindStep) };
    },
    // Lists, groups and lines of the file hold verdicts; their order and their counts would tell them, too.
    'list-trajectories': refuse,
    'find-row': refuse,
    'read-group': refuse,
    'open-line': refuse,
    export: refuse,
    'ask-follow-up': refuse,
    'retry-step': refuse,
    'read-table': refuse,
  };
}

/** Null for an event that a blind page must not get. */
export function blindEvent(event: RunEvent): RunEvent | null {
  if (event.type === 'verdict-given' || event.type === 'reward-assigned') return null;
  return event.type === 'rollout-ended' ? { ...event, reward: null } : event;
}

type HeadAnswer = Awaited<ReturnType<PanelHandler<'read-trajectory'>>>;
type StepAnswer = Awaited<ReturnType<PanelHandler<'read-steps'>>>['steps'][number];

/** Keys that the contract does not know are left out: other programs may keep scores in them. */
function blindHead(head: HeadAnswer): HeadAnswer {
  const { rows, position, problems } = head;
  const started = known(TrajectoryStarted.shape, head.started);
  return {
    started: { ...started, task: { ...started.task, metadata: {} } },
    ended: head.ended === null ? null : known(TrajectoryEnded.shape, head.ended),
    rows,
    position,
    problems,
    verdicts: [],
    reward: null,
    previousId: null,
    nextId: null,
    branches: [],
  };
}

function blindStep({ step, clipped }: StepAnswer): StepAnswer {
  return { step: known(Step.shape, step), clipped };
}

/** Only the keys of the shape. */
function known<Value extends object>(
  shape: Readonly<Record<string, unknown>>,
  value: Value,
): Value {
  const kept = Object.entries(value).filter(([key]) => key in shape);
  // What is left out is no part of the type: the contract's loose objects keep it beside.
  return Object.fromEntries(kept) as Value;
}
