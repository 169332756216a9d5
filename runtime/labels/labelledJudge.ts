// A judge that knows what people decided: an answer with a label gets it, any other is put to the judge behind.
import type { Judge } from '../judge/judge.ts';
import { itemHash } from './itemHash.ts';
import { labelVerdict } from './labelVerdict.ts';
import type { WorkspaceLabels } from './workspaceLabels.ts';

/** Its identity is that of the judge behind; a verdict of people carries their own. */
export function labelledJudge(
  judge: Judge,
  { book, rubric }: Pick<WorkspaceLabels, 'book' | 'rubric'>,
): Judge {
  return {
    identity: judge.identity,
    judge(input, signal) {
      const label = labelVerdict(book, itemHash(input), rubric);
      return label === null ? judge.judge(input, signal) : Promise.resolve(label);
    },
  };
}
