import assert from 'node:assert/strict';
import type { RepeatedVerdict, Verdict } from '../../../../runtime/contract/judge.ts';
import type { RewardPart } from '../../../../runtime/contract/reward.ts';
import { judgeWords, shortVersion } from '../../../../webview/format/judges.ts';
import { lastVerdicts } from '../../../../webview/trajectory/state/lastVerdicts.ts';
import { sourceOf } from '../../../../webview/trajectory/views/rewardSource.ts';
import { flipWords, repeatWords } from '../../../../webview/trajectory/views/verdictWords.ts';

function scored(name: string, version: string, over: Partial<Verdict> = {}): Verdict {
  const judge = { name, version };
  const verdict = { outcome: 'scored', judge, level: 'Correct', score: 1, reason: 'The same.' };
  return { ...verdict, ...over } as Verdict;
}

const unscored: Verdict = {
  ...{ outcome: 'unscored', judge: { name: 'llm-judge', version: 'v3' } },
  cause: 'the reply could not be read',
};

describe('the verdicts that count', () => {
  it('are the last of each judge, in the order in which they first judged', () => {
    const verdicts = lastVerdicts([
      scored('rule', '1', { reason: 'first' }),
      scored('llm', '1'),
      scored('rule', '1', { reason: 'second' }),
    ]);
    assert.deepEqual(
      verdicts.map((one) => [one.judge.name, one.outcome === 'scored' ? one.reason : null]),
      [
        ['rule', 'second'],
        ['llm', 'The same.'],
      ],
    );
  });

  it('keep the versions of a judge apart', () => {
    assert.equal(lastVerdicts([scored('llm', '1'), scored('llm', '2')]).length, 2);
  });

  it('let a failed attempt take the place of an earlier verdict', () => {
    const [last, ...others] = lastVerdicts([scored('llm-judge', 'v3'), unscored]);
    assert.equal(last?.outcome, 'unscored');
    assert.deepEqual(others, []);
  });
});

describe('where a score comes from', () => {
  const part: RewardPart = { name: 'answer', score: 1, weight: 1, reason: 'Correct: The same.' };
  const verdicts = [scored('rule', '1', { reason: 'other' }), scored('llm-judge', 'v3')];

  it('is the judge whose verdict it repeats', () => {
    assert.equal(sourceOf(part, verdicts), 'llm-judge v3');
    assert.equal(sourceOf({ ...part, reason: 'Correct: other' }, verdicts), 'rule 1');
  });

  it('is nobody when no verdict fits', () => {
    assert.equal(sourceOf({ ...part, score: 0.5 }, verdicts), null);
    assert.equal(sourceOf({ ...part, reason: 'Correct' }, verdicts), null);
    assert.equal(sourceOf({ ...part, score: 0, reason: 'no answer' }, []), null);
  });

  it('is the judge that gave no verdict', () => {
    const open = { ...part, score: null, reason: 'unscored: the reply could not be read' };
    assert.equal(sourceOf(open, [unscored]), 'llm-judge v3');
  });

  it('is people once their labels stand in', () => {
    const labelled = { ...part, source: 'labels', reason: 'Correct: Ada' };
    assert.equal(sourceOf(labelled, verdicts), 'labels of people');
  });

  it('is the steps for what is counted over them', () => {
    for (const name of ['parse', 'exec']) {
      assert.equal(sourceOf({ ...part, name }, verdicts), 'counted over the steps');
    }
  });
});

describe('asking a judge again, in words', () => {
  const repeats: RepeatedVerdict[] = [
    { variant: 'same', level: 'Correct' },
    { variant: 'paraphrased', level: null },
    { variant: 'swapped', level: 'Wrong' },
    { variant: 'same', level: 'Correct' },
  ];

  it('has the flip rate over what could be scored', () => {
    assert.equal(
      flipWords(scored('llm', '1', { repeats })),
      'Asked 4 more times: 1 other verdict, flip rate 33 %, 1 unscored.',
    );
    assert.equal(
      repeatWords(repeats),
      'same prompt: Correct, Correct; order swapped: Wrong; paraphrased: unscored',
    );
  });

  it('says when nothing changed', () => {
    const same = scored('llm', '1', { repeats: [{ variant: 'same', level: 'Correct' }] });
    assert.equal(flipWords(same), 'Asked 1 more time: always the same verdict, flip rate 0 %.');
  });

  it('claims no rate without anything to compare', () => {
    const failed = [{ variant: 'same' as const, level: null }];
    assert.equal(
      flipWords(scored('llm', '1', { repeats: failed })),
      'Asked 1 more time: 1 unscored.',
    );
    assert.equal(flipWords({ ...unscored, repeats }), 'Asked 4 more times: 1 unscored.');
    assert.equal(flipWords(scored('llm', '1')), null);
    assert.equal(flipWords(scored('llm', '1', { repeats: [] })), null);
  });
});

describe('a judge in words', () => {
  it('has a version that can be read', () => {
    assert.equal(judgeWords({ name: 'llm-judge', version: 'v3' }), 'llm-judge v3');
    assert.equal(shortVersion('0123456789abcdef'), '0123456789abcdef');
    assert.equal(shortVersion('0123456789abcdef0'), '0123456789ab…');
  });
});
