import assert from 'node:assert/strict';
import type { RewardSettings } from '../../../../runtime/contract/rewardSettings.ts';
import { mostReward } from '../../../../runtime/remote/runs/mostReward.ts';

const toolRl: RewardSettings = {
  kind: 'toolrl',
  detail: 'values',
  exactLists: false,
  matching: 'greedy',
  correctnessRange: 3,
  scale: 'fixed',
  length: 'none',
};

describe('mostReward', () => {
  const cases: readonly (readonly [what: string, settings: RewardSettings, most: number])[] = [
    ['tool-r1', { kind: 'tool-r1', weights: { answer: 1, parse: 0.3, exec: 0.3 } }, 1.6],
    ['weights of nothing', { kind: 'tool-r1', weights: { answer: 0, parse: 0, exec: 0 } }, 1],
    ['a penalty', { kind: 'tool-r1', weights: { answer: 1, parse: -0.5, exec: 0 } }, 1],
    ['toolrl', toolRl, 4],
    ['toolrl with length', { ...toolRl, length: 'fixed' }, 5],
    ['toolrl of range 1', { ...toolRl, correctnessRange: 1 }, 2],
    ['toolrl that moves', { ...toolRl, correctnessRange: 1, scale: 'dynamic' }, 4],
    [
      'artist-math',
      { kind: 'artist-math', answer: 2, formatRelaxed: 0.25, formatStrict: 0.25, tool: 0.5 },
      3,
    ],
    [
      'artist-tools',
      {
        ...{ kind: 'artist-tools', state: 2, stateOf: 'all', function: 1 },
        ...{ formatRelaxed: 0.1, formatStrict: 0.2 },
      },
      3.3,
    ],
    ['exact-set', { kind: 'exact-set', needsFormat: true }, 1],
    ['binary-answer', { kind: 'binary-answer' }, 1],
  ];
  for (const [what, settings, most] of cases) {
    it(`of ${what}`, () => assert.equal(mostReward(settings), most));
  }
});
