// What a reader must know before the score of an evaluation is quoted. Pure.
import type { Evaluation, EvaluationReport } from '../contract/evaluation.ts';

type Figures = Pick<
  EvaluationReport,
  'planned' | 'done' | 'unscored' | 'isSingleRun' | 'servedModels'
>;

/** A report of few seeds says too little of how chance moves it (arXiv 2606.00135 asks for 3, and for 10 in an audit). */
const fewSeeds = 3;

/** One sentence each; empty when there is nothing to beware of. */
export function warningsOf({ protocol }: Pick<Evaluation, 'protocol'>, figures: Figures): string[] {
  const { seeds, prompt, baselinePrompt } = protocol;
  const { planned, done, unscored, isSingleRun, servedModels } = figures;
  const said: readonly (readonly [isSo: boolean, sentence: string])[] = [
    [
      done < planned,
      `Not finished: ${done} of ${planned} rollouts are there. The same command goes on.`,
    ],
    [
      unscored > 0,
      `${unscored} of ${done} rollouts could not be scored and count for nothing; the same command tries them again.`,
    ],
    [isSingleRun, 'A single run: how far chance moved it is not known.'],
    [
      !isSingleRun && seeds.length < fewSeeds,
      `Only ${seeds.length === 1 ? '1 seed' : `${seeds.length} seeds`}: take ${fewSeeds} or more before a difference is believed.`,
    ],
    [
      prompt.style !== baselinePrompt,
      `Asked with the ${prompt.style} prompt; as the baseline of a training use the ${baselinePrompt} one.`,
    ],
    [
      servedModels.length > 1,
      `The server named several models: ${servedModels.join(', ')}. These results may not be of one model.`,
    ],
  ];
  return said.flatMap(([isSo, sentence]) => (isSo ? sentence : []));
}
