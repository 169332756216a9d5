// Outcomes, verdicts and rewards in plain words, for exports.
import type { Verdict } from '../../contract/judge.ts';
import type { ObservationKind } from '../../contract/observation.ts';
import type { Trajectory } from '../../contract/trajectory.ts';

const outcomes: Readonly<Record<ObservationKind, string>> = {
  executed: 'ran',
  'final-answer': 'final answer',
  'no-code': 'no code to run',
  'syntax-error': 'not valid Python',
  refused: 'refused, nothing ran',
  'python-error': 'raised an error',
  timeout: 'ran out of time',
  aborted: 'rolled back',
  cancelled: 'stopped by a person',
};

export function outcomeText(kind: ObservationKind): string {
  return outcomes[kind];
}

/** Language of the code actions, as fences name it: Python, or calls of tools as JSON. */
export function languageOf({ started }: Trajectory): 'python' | 'json' {
  return started.recipe.agent.protocol === 'artist-tools' ? 'json' : 'python';
}

export function verdictLine(verdict: Verdict): string {
  return verdict.outcome === 'scored'
    ? `Judge ${verdict.judge.name}: ${verdict.level}. ${verdict.reason}`
    : `Judge ${verdict.judge.name} gave no verdict: ${verdict.cause}`;
}

/** The total, then each part with its weight; empty without reward. */
export function rewardLines({ reward }: Trajectory): string[] {
  if (reward === null) return [];
  const total = reward.total === null ? 'not known' : String(reward.total);
  const parts = reward.parts.map(({ name, score, weight, reason }) => {
    const value = score === null ? 'not scored' : String(score);
    return `${name}: ${value}, weight ${weight} (${reason})`;
  });
  return [`Reward ${total} by recipe ${reward.recipe}`, ...parts];
}
