// The tokens of a trajectory as one row to train on: the first prompt, then everything sampled, with the observations in between
// masked. It is put together from what each step recorded, and holds only if every prompt goes on exactly from what was sampled.
import type { TokenRecord } from '../contract/reply.ts';
import type { Step } from '../contract/step.ts';
import type { Parsed } from '../support/parseJson.ts';
import type { TrajectoryTokens } from '../training/trainingMember.ts';

type Row = { [Key in keyof TrajectoryTokens]: TrajectoryTokens[Key] };

/**
 * `completionIds`, `mask` and `logProbs` have the same length; the last token is one that the policy sampled. The problem says in
 * one line why the steps cannot be trained on. The observation after the last reply is left out.
 */
export function trainingTokens(
  steps: readonly Pick<Step, 'index' | 'reply'>[],
): Parsed<TrajectoryTokens> {
  const [first] = steps;
  if (first === undefined) return broken('it has no step');
  const row: Row = { promptIds: [], completionIds: [], mask: [], logProbs: [] };
  for (const { index, reply } of steps) {
    const problem = addTurn(row, reply.tokens, index === first.index);
    if (problem !== null) return broken(`step ${index}: ${problem}`);
  }
  return { ok: true, value: row };
}

/** Adds the observation before a reply, and the reply; the problem, or null. */
function addTurn(row: Row, tokens: TokenRecord | null, isFirst: boolean): string | null {
  if (tokens === null) return 'the reply has no token ids';
  const { promptIds, completionIds, completionMask, logProbs } = tokens;
  if (logProbs === null || completionIds.length === 0) return 'the reply has no log-probabilities';
  if (isFirst) row.promptIds = [...promptIds];
  else if (!startsWith(promptIds, row)) return 'its prompt does not go on from what was sampled';
  const known = row.promptIds.length + row.completionIds.length;
  for (const id of promptIds.slice(known)) add(row, id, 0, 0);
  for (const [place, id] of completionIds.entries()) {
    const logProb = logProbs[place];
    const mask = completionMask[place];
    if (logProb === undefined || mask === undefined) return 'its arrays differ in length';
    if (mask === 1 && !(Number.isFinite(logProb) && logProb <= 0)) {
      return `the log-probability ${logProb} is none`;
    }
    add(row, id, mask, mask === 1 ? logProb : 0);
  }
  return row.mask.at(-1) === 1 ? null : 'it ends with a token that was not sampled';
}

function add(row: Row, id: number, mask: 0 | 1, logProb: number): void {
  row.completionIds.push(id);
  row.mask.push(mask);
  row.logProbs.push(logProb);
}

/** The prefix rule: ids(k+1) starts with ids(k) + sampled(k). */
function startsWith(
  promptIds: readonly number[],
  { promptIds: first, completionIds }: Row,
): boolean {
  const length = first.length + completionIds.length;
  if (promptIds.length <= length) return false;
  return (
    first.every((id, place) => promptIds[place] === id) &&
    completionIds.every((id, place) => promptIds[first.length + place] === id)
  );
}

function broken(problem: string): Parsed<TrajectoryTokens> {
  return { ok: false, problem };
}
