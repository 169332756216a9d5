import assert from 'node:assert/strict';
import { AgreementReport } from '../../../../runtime/contract/agreement.ts';
import {
  advantageSentence,
  chosenJudge,
  hasImpact,
  judgeNotes,
  missingFor,
  leaning,
  matrixKey,
  matrixTotals,
  pairWithPeople,
  sharedThing,
  varianceSentence,
} from '../../../../webview/agreement/agreementFacts.ts';
import { intervalText, isTooFew } from '../../../../webview/agreement/estimateView.ts';
import { resultWords } from '../../../../webview/agreement/scoreAgain.ts';
import { signed } from '../../../../webview/format/numbers.ts';
import {
  against,
  agreementReport,
  estimate,
  fewLabels,
  llmJudge,
  noLabels,
  people,
  ruleJudge,
  smallPair,
} from '../../../fakes/agreementReport.ts';

const [llm, rule] = agreementReport.judges;
assert.ok(llm !== undefined && rule !== undefined && agreementReport.impact !== null);
const { impact } = agreementReport;

describe('the facts of an agreement report', () => {
  it('come from reports that the contract takes', () => {
    for (const report of [agreementReport, fewLabels, noLabels]) AgreementReport.parse(report);
  });

  describe('the judge that is looked at', () => {
    it('is the one that was chosen, else the one that training uses, else the first', () => {
      assert.equal(chosenJudge(agreementReport, ruleJudge.key), rule);
      assert.equal(chosenJudge(agreementReport, null), llm);
      const ruleTrains = { ...agreementReport, impact: { ...impact, judge: ruleJudge } };
      assert.equal(chosenJudge(ruleTrains, null), rule);
      assert.equal(chosenJudge({ ...agreementReport, impact: null }, null), llm);
    });

    it('is another one when the chosen one has gone', () => {
      assert.equal(chosenJudge(agreementReport, 'gone'), llm);
      assert.equal(chosenJudge(noLabels, null), null);
    });

    it('is found by its pair with people, whichever side it is on', () => {
      const pair = pairWithPeople(agreementReport, llmJudge);
      assert.equal(pair?.n, 241);
      assert.equal(matrixKey(smallPair(people, ruleJudge, 3)), ruleJudge.key);
      assert.equal(matrixKey(smallPair(llmJudge, ruleJudge, 3)), null);
    });

    it('is no person and no baseline', () => {
      const keys = agreementReport.pairs.map(matrixKey);
      assert.deepEqual(keys, [llmJudge.key, ruleJudge.key, null, null, null]);
      assert.deepEqual(agreementReport.pairs.map(sharedThing), [
        ...['labels', 'labels', 'answers', 'labels', 'labels'],
      ]);
    });
  });

  describe('what its figures mean', () => {
    const sentences = (
      judge: typeof llm,
      pair = pairWithPeople(agreementReport, judge.judge),
    ): string[] =>
      judgeNotes(judge, pair).map(({ sentence, warns }) => `${warns ? '! ' : ''}${sentence}`);

    it('takes luck away, names the weak spot and the repeats', () => {
      assert.deepEqual(sentences(llm), [
        'Always saying Correct agrees with people on 49 % of the answers; this judge on 75 %. κ takes that luck away: 0.00 against 0.59.',
        '! Partially Correct is its weak spot: of the answers that people call so, it calls 46 % so.',
        'Asked again about the same answer, it gave another verdict in 6 % (3 % to 11 %) of the repeats.',
      ]);
    });

    it('warns of a judge that is no better than a constant', () => {
      const poor = {
        ...llm,
        baseline: { level: 'Correct' as const, same: estimate(0.8) },
        flipRate: null,
      };
      assert.match(
        sentences(poor)[0] ?? '',
        /^! Always saying Correct .* 80 % .* on 75 %, which is no better\.$/,
      );
    });

    it('warns of a judge that changes its mind', () => {
      assert.match(sentences({ ...llm, flipRate: estimate(0.2) }).at(-1) ?? '', /^! Asked again/);
    });

    it('makes nothing of a verdict that people hardly gave', () => {
      const counts = [
        [60, 0, 0],
        [0, 1, 0],
        [0, 4, 60],
      ];
      const notes = sentences(against(llmJudge, counts, null), null);
      assert.deepEqual(notes, []);
    });

    it('says nothing before there are enough labels', () => {
      const [few] = fewLabels.judges;
      assert.ok(few !== undefined && few.n < 20);
      assert.deepEqual(sentences(few, fewLabels.pairs[0]), []);
    });
  });

  it('calls a judge kind or strict only when the interval says so', () => {
    assert.equal(leaning(estimate(0.1, 0.05)), 'too kind');
    assert.equal(leaning(estimate(-0.1, 0.05)), 'too strict');
    assert.equal(leaning(estimate(0.1, 0.2)), 'no difference shown');
    assert.equal(leaning({ value: 0.1, low: null, high: null }), 'no difference shown');
  });

  it('shows the effect on the reward only where its judge has enough labels', () => {
    assert.equal(hasImpact(agreementReport), true);
    assert.equal(hasImpact(fewLabels), false);
    assert.equal(hasImpact(noLabels), false);
    assert.equal(missingFor(fewLabels), 'labels');
    assert.equal(missingFor(noLabels), 'labels');
    assert.equal(missingFor({ ...agreementReport, impact: null }), 'judge');
  });

  it('puts advantages and variance into sentences', () => {
    assert.equal(
      advantageSentence(impact),
      '23 of 192 trajectories in 12 groups with labels have an advantage of the other sign when labels take the place of verdicts.',
    );
    assert.equal(
      varianceSentence(impact),
      '1 group would have equal rewards and 2 groups would no longer have equal rewards if people were right.',
    );
    const none = { groups: 0, trajectories: 0, otherSign: 0, varianceLost: 0, varianceGained: 0 };
    assert.match(advantageSentence({ ...impact, advantages: none }), /^No group has labels/);
    assert.equal(varianceSentence({ ...impact, advantages: none }), null);
  });

  it('adds a matrix up both ways', () => {
    const { rows, columns } = matrixTotals(llm.counts);
    assert.deepEqual(rows, [71, 46, 124]);
    assert.deepEqual(columns, [76, 46, 119]);
  });
});

describe('a number with its interval', () => {
  it('has no dash beside a minus sign', () => {
    assert.equal(intervalText(estimate(0.5, 0.1)), '0.40–0.60');
    assert.equal(intervalText(estimate(-0.3, 0.1)), '−0.40 to −0.20');
    assert.equal(intervalText(estimate(0, 0.1), signed), '−0.10 to +0.10');
  });

  it('has none without one', () => {
    assert.equal(intervalText({ value: 1, low: null, high: null }), null);
  });

  it('needs twenty labels', () => {
    assert.deepEqual([19, 20].map(isTooFew), [true, false]);
  });
});

describe('scoring again, in words', () => {
  const result = { trajectories: 12_480, changed: 37, meanBefore: 1.04, meanAfter: 0.98 };

  it('says what changed', () => {
    assert.equal(
      resultWords(result),
      'Scored 12,480 trajectories again. 37 rewards changed; the mean reward went from 1.04 to 0.98.',
    );
    assert.equal(
      resultWords({ ...result, trajectories: 1, changed: 1, meanAfter: null }),
      'Scored 1 trajectory again. 1 reward changed.',
    );
  });

  it('says that nothing did', () => {
    const nothing = { ...result, changed: 0 };
    assert.equal(resultWords(nothing), 'Scored 12,480 trajectories again. No reward changed.');
  });
});
