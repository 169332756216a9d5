// How the reward of a trajectory of the queue came about, as the extension reads it.
import { SampledReward } from '../../runtime/contract/runPanel.ts';
import type { StepRow } from '../../runtime/contract/stepRow.ts';

export function makeSampledReward(changes: Partial<SampledReward> = {}): SampledReward {
  return SampledReward.parse({
    reward: {
      recipe: 'tool-r1',
      parts: [
        { name: 'answer', score: 1, weight: 1, reason: 'Correct: It names the branch.' },
        { name: 'parse', score: 1, weight: 0.3, reason: '3 of 3 steps' },
        { name: 'exec', score: 2 / 3, weight: 0.3, reason: '2 of 3 steps' },
      ],
      total: 1.5,
    },
    verdicts: [
      {
        outcome: 'scored',
        judge: { name: 'llm-judge', version: '3' },
        ...{ level: 'Correct', score: 1, reason: 'It names the branch.' },
      },
    ],
    rows: [1, 2, 3].map((index) => makeRow(index, index > 1)),
    finalAnswer: 'Leeds, 41,870',
    ...changes,
  });
}

function makeRow(index: number, executed: boolean): StepRow {
  return {
    ...{ index, title: 'Read the sheet.', outcome: executed ? 'executed' : 'python-error' },
    ...{ errorType: executed ? null : 'KeyError', parsed: true, executed, refused: [] },
    ...{ toolCalls: 0, toolErrors: 0, tokens: 900, milliseconds: 1200 },
  };
}
