import assert from 'node:assert/strict';
import { HeardFigures } from '../../../../runtime/remote/evaluation/heardFigures.ts';
import { makeStep } from '../../../fakes/records.ts';
import { rolloutEnded, stepEnded } from '../../../fakes/runEvents.ts';

const trajectoryId = 'trajectory-1';
const replyOf = (completionTokens: number) => ({
  ...makeStep().reply,
  usage: { promptTokens: 100, completionTokens },
});

describe('the figures of a rollout', () => {
  let heard: HeardFigures;
  beforeEach(() => {
    heard = new HeardFigures();
  });

  it('are the shares of steps that could be parsed and executed, whatever the reward counts', () => {
    heard.hear(stepEnded(1, { parsed: true, executed: true, reply: replyOf(20) }));
    heard.hear(stepEnded(2, { parsed: true, executed: false, reply: replyOf(10) }));
    heard.hear(stepEnded(3, { parsed: false, executed: false, reply: replyOf(5) }));
    heard.hear(stepEnded(4, { parsed: true, executed: false, reply: replyOf(7) }));
    heard.hear(rolloutEnded({ steps: 4 }));
    const figures = { parsed: 0.75, executed: 0.25, tokens: 42, steps: 4 };
    assert.deepEqual(heard.take(trajectoryId), figures);
    assert.deepEqual(heard.take(trajectoryId), {}, 'they are told once');
  });

  it('hold the reward and those of its parts that have a score', () => {
    const part = { weight: 1, reason: '' };
    const parts = [
      { ...part, name: 'answer', score: 0.5 },
      { ...part, name: 'judge', score: null },
    ];
    const reward = { recipe: 'tool-r1', parts, total: 1.5, correctness: 1 };
    heard.hear(rolloutEnded({ steps: 0, reward }));
    assert.deepEqual(heard.take(trajectoryId), {
      ...{ steps: 0, 'reward/total': 1.5, 'reward/answer': 0.5 },
    });
  });

  it('say no tokens when a step did not say how many it took', () => {
    heard.hear(stepEnded(1, { reply: replyOf(20) }));
    heard.hear(stepEnded(2, { reply: { ...makeStep().reply, usage: null } }));
    heard.hear(stepEnded(3, { reply: replyOf(20) }));
    assert.ok(!('tokens' in heard.take(trajectoryId)));
  });

  it('are kept apart for rollouts that go on at once', () => {
    heard.hear(stepEnded(1, { parsed: false, executed: false }));
    heard.hear({ ...stepEnded(1, { parsed: true, executed: true }), trajectoryId: 'another' });
    assert.equal(heard.take('another')['parsed'], 1);
    assert.equal(heard.take(trajectoryId)['parsed'], 0);
  });
});
