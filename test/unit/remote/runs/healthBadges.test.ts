import assert from 'node:assert/strict';
import { Recipe } from '../../../../runtime/contract/recipe.ts';
import { HealthBadge } from '../../../../runtime/contract/training/runView.ts';
import { healthBadges } from '../../../../runtime/remote/runs/badges/healthBadges.ts';
import toolR1 from '../../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { smallRecipe, smallTraining, makeStepMetrics } from '../../../fakes/trainingRecords.ts';

type Metrics = Readonly<Record<string, number | null>>;

/** The badge of a run whose train steps have these figures. */
function badgeOf(id: HealthBadge['id'], steps: readonly Metrics[], recipe = smallRecipe()) {
  const lines = steps.map((metrics, index) => makeStepMetrics(index + 1, metrics));
  const badges = healthBadges({ steps: lines, recipe });
  return HealthBadge.parse(badges.find((badge) => badge.id === id));
}

const times = (count: number, metrics: Metrics): Metrics[] =>
  Array.from({ length: count }, () => metrics);

describe('healthBadges', () => {
  it('come in a fixed order, and know nothing of a run without train steps', () => {
    const badges = healthBadges({ steps: [], recipe: Recipe.parse(toolR1) });
    assert.deepEqual(
      badges.map(({ id, level, value, step }) => [id, level, value, step]),
      [
        ['zero-variance', 'unknown', '–', null],
        ['judge-unreadable', 'unknown', '–', null],
        ['truncated', 'unknown', '–', null],
        ['log-prob-gap', 'unknown', '–', null],
        ['learning', 'unknown', '–', null],
      ],
    );
  });

  it('explain themselves in words, also while nothing is known', () => {
    for (const { means, matters, tryThis } of healthBadges({ steps: [], recipe: smallRecipe() })) {
      for (const text of [means, matters, tryThis]) assert.match(text, /^[A-Z].{20,}\.$/s);
    }
  });

  it('name only fields that the recipe has', () => {
    const recipe = smallRecipe({
      streakFilter: { ...smallTraining().streakFilter, enabled: true },
    });
    const texts = [recipe, smallRecipe()].flatMap((one) =>
      healthBadges({ steps: [], recipe: one }).map(({ tryThis }) => tryThis),
    );
    const named = texts.flatMap((text) => text.match(/\b(?:training|agent)(?:\.\w+)+/g) ?? []);
    assert.ok(named.length >= 5);
    for (const path of named) {
      const found = path
        .split('.')
        .reduce<unknown>(
          (value, key) =>
            typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
          recipe,
        );
      assert.notEqual(found, undefined, path);
    }
  });

  describe('zero-variance', () => {
    const groups = (flat: number, right: number, wrong: number, mixed: number): Metrics => ({
      'groups/zeroVariance': flat,
      'groups/allCorrect': right,
      'groups/allWrong': wrong,
      'groups/mixed': mixed,
    });
    const cases: readonly (readonly [Metrics, HealthBadge['level'], string])[] = [
      [groups(0, 0, 0, 8), 'ok', '0 %'],
      [groups(3, 2, 1, 5), 'ok', '38 %'],
      [groups(4, 2, 2, 4), 'watch', '50 %'],
      [groups(8, 8, 0, 2), 'alarm', '80 %'],
    ];
    for (const [metrics, level, value] of cases) {
      it(`is ${level} at ${value}`, () => {
        const badge = badgeOf('zero-variance', [metrics]);
        assert.equal(badge.level, level);
        assert.equal(badge.value, value);
      });
    }

    it('judges by the last ten train steps, and shows the newest that has one', () => {
      const steps = [
        ...times(5, groups(8, 8, 0, 0)),
        ...times(9, groups(0, 0, 0, 8)),
        groups(1, 1, 0, 7),
        groups(0, 0, 0, 8),
      ];
      const badge = badgeOf('zero-variance', steps);
      assert.equal(badge.value, '1.3 %');
      assert.equal(badge.step, 15);
      assert.match(badge.means, /1 of 80 groups.*1 groups all right, 0 all wrong/);
    });

    it('tells tasks that are too hard from those that are too easy', () => {
      assert.match(badgeOf('zero-variance', [groups(6, 1, 5, 2)]).tryThis, /too hard/);
      assert.match(badgeOf('zero-variance', [groups(6, 5, 1, 2)]).tryThis, /Turn on/);
      const filtered = smallRecipe({
        streakFilter: { ...smallTraining().streakFilter, enabled: true },
      });
      const badge = badgeOf('zero-variance', [groups(6, 5, 1, 2)], filtered);
      assert.match(badge.tryThis, /Lower training\.streakFilter/);
    });
  });

  describe('judge-unreadable', () => {
    const rollouts = (ok: number, unscored: number, lost = 0): Metrics => ({
      'rollouts/ok': ok,
      'rollouts/tool-error': 0,
      'rollouts/infra-error': lost,
      'rollouts/unscored': unscored + lost,
    });
    const cases: readonly (readonly [number, HealthBadge['level'], string])[] = [
      [0, 'ok', '0 %'],
      [9, 'ok', '0.9 %'],
      [10, 'watch', '1.0 %'],
      [50, 'alarm', '5.0 %'],
    ];
    for (const [unscored, level, value] of cases) {
      it(`is ${level} at ${value}`, () => {
        const badge = badgeOf('judge-unreadable', [rollouts(1000, unscored)]);
        assert.equal(badge.level, level);
        assert.equal(badge.value, value);
      });
    }

    it('does not count rollouts that broke before there was anything to judge', () => {
      const badge = badgeOf('judge-unreadable', [rollouts(100, 0, 40), rollouts(100, 0, 3)]);
      assert.equal(badge.value, '0 %');
      assert.equal(badge.step, null);
    });

    it('has other advice for a judge that is a model', () => {
      const judged = smallRecipe({ judge: 'llm' });
      assert.match(badgeOf('judge-unreadable', [], judged).tryThis, /judgeModel/);
      assert.match(badgeOf('judge-unreadable', []).tryThis, /reference answer/);
    });
  });

  describe('truncated', () => {
    const cases: readonly (readonly [number, HealthBadge['level'], string])[] = [
      [0, 'ok', '0 %'],
      [0.049, 'ok', '4.9 %'],
      [0.063, 'watch', '6.3 %'],
      [0.1, 'alarm', '10 %'],
    ];
    for (const [share, level, value] of cases) {
      it(`is ${level} at ${value}`, () => {
        const badge = badgeOf('truncated', [{ 'completions/truncatedShare': share }]);
        assert.equal(badge.level, level);
        assert.equal(badge.value, value);
        assert.equal(badge.step, share > 0 ? 1 : null);
      });
    }

    it('names the limits of the recipe', () => {
      const { agent } = smallRecipe();
      assert.match(badgeOf('truncated', []).means, new RegExp(`${agent.maxSequenceTokens} tokens`));
    });
  });

  describe('log-prob-gap', () => {
    const cases: readonly (readonly [number, HealthBadge['level'], string])[] = [
      [0.011, 'ok', '0.011'],
      [0.02, 'watch', '0.020'],
      [0.05, 'alarm', '0.050'],
    ];
    for (const [gap, level, value] of cases) {
      it(`is ${level} at ${value}`, () => {
        const badge = badgeOf('log-prob-gap', [{ 'policy/logProbGapFresh': gap }]);
        assert.equal(badge.level, level);
        assert.equal(badge.value, value);
      });
    }

    it('knows nothing of a step without fresh tokens', () => {
      assert.equal(badgeOf('log-prob-gap', [{ 'policy/logProbGapFresh': null }]).level, 'unknown');
    });
  });

  describe('learning', () => {
    /** Noise of deviation about 0.1 around a line. */
    const rising = (count: number, slope: number): Metrics[] =>
      Array.from({ length: count }, (_, index) => ({
        'reward/sampled': 0.5 + slope * index + (index % 2 === 0 ? 0.1 : -0.1),
      }));

    it('cannot tell before twenty train steps', () => {
      assert.equal(badgeOf('learning', rising(19, 0.05)).level, 'unknown');
    });

    it('sees reward that rises, stays and falls', () => {
      assert.equal(badgeOf('learning', rising(20, 0.02)).level, 'ok');
      assert.equal(badgeOf('learning', rising(20, 0.02)).value, '+0.20');
      assert.equal(badgeOf('learning', rising(20, 0)).level, 'watch');
      assert.equal(badgeOf('learning', rising(20, 0)).value, '+0.00');
      assert.equal(badgeOf('learning', rising(20, -0.02)).level, 'alarm');
      assert.equal(badgeOf('learning', rising(20, -0.02)).value, '−0.20');
    });

    it('takes the reward of the groups where no other is written', () => {
      const steps = Array.from({ length: 20 }, (_, index) => ({ 'reward/total': index / 10 }));
      assert.equal(badgeOf('learning', steps).value, '+1.00');
    });
  });
});
