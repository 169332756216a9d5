// The reward of ARTIST for function calling (arXiv 2505.01441): state and results compared with those of the true calls, and the
// form. The paper gives no numbers; weights are the recipe's, and the two comparisons are shares. How much of the state's was given
// for free is logged beside it. Pure.
import type { EnvironmentOutcome } from '../contract/environment.ts';
import type { Reward, RewardPart } from '../contract/reward.ts';
import { relaxedFormat, strictFormat } from './artistFormat.ts';
import type { RewardInput, SettingsOf } from './reward.ts';
import { brokenOff, shareOf, totalOf, type Score } from './rewardParts.ts';
import { stateForFree, stateScore } from './stateScore.ts';

export function artistToolsReward(input: RewardInput<SettingsOf<'artist-tools'>>): Reward {
  const { settings, environment } = input;
  const matchedState: Comparison = (outcome) => stateScore(outcome, settings.stateOf);
  const parts: readonly RewardPart[] = [
    { name: 'state', weight: settings.state, ...compared(input, matchedState) },
    { name: 'function', weight: settings.function, ...compared(input, matchedResults) },
    { name: 'format-relaxed', weight: settings.formatRelaxed, ...relaxedFormat(input) },
    { name: 'format-strict', weight: settings.formatStrict, ...strictFormat(input) },
    ...(environment === null ? [] : stateForFree(environment)),
  ];
  const [state, results] = parts.map(({ score }) => score);
  return {
    recipe: input.recipe,
    parts: [...parts],
    total: totalOf(parts),
    correctness: state == null || results == null ? null : Number(state === 1 && results === 1),
  };
}

type Comparison = (environment: EnvironmentOutcome, steps: RewardInput['steps']) => Score;

function compared({ environment, steps, stopReason }: RewardInput, compare: Comparison): Score {
  const broken = brokenOff(stopReason);
  if (broken !== null) return { score: null, reason: broken };
  if (environment === null) return { score: null, reason: 'the environment was not compared' };
  return compare(environment, steps);
}

/** Where the truth calls nothing, any call that worked is one too many. */
const matchedResults: Comparison = (environment, steps) => {
  const worked = steps
    .flatMap(({ toolCalls }) => toolCalls)
    .filter(({ outcome }) => outcome === 'ok');
  const none =
    worked.length === 0
      ? { score: 1, reason: 'rightly no call' }
      : { score: 0, reason: `${worked.length} calls where none was needed` };
  return shareOf(environment.matchedResults, environment.results, 'true results', none);
};
