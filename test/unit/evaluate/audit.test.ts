import assert from 'node:assert/strict';
import { AuditedField, ProtocolAudit } from '../../../runtime/contract/evaluation.ts';
import type { Recipe } from '../../../runtime/contract/recipe.ts';
import { auditReport } from '../../../runtime/evaluate/auditReport.ts';
import { auditVariants, type AuditBase } from '../../../runtime/evaluate/auditVariants.ts';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { contradiction } from '../../../runtime/recipes/recipeChecks.ts';
import { makeEvaluation, resultsOf } from '../../fakes/evaluations.ts';

describe('auditVariants', () => {
  let toolR1: Recipe;
  before(async () => {
    toolR1 = await readRecipe('tool-r1', '/');
  });

  const of = (over: Partial<AuditBase> = {}, fields = AuditedField.options) =>
    auditVariants({ recipe: toolR1, style: 'full', benchmark: 'tasks', ...over }, fields);

  it('departs in one field each, in every value that the base has not', () => {
    const { variants, unvaried } = of();
    assert.deepEqual(
      variants.map(({ field, value }) => `${field} ${value}`),
      [
        ...['history flattened', 'thinking all', 'thinking none'],
        ...['prompt compact', 'prompt bare', 'syntax artist-math'],
      ],
    );
    assert.deepEqual(unvaried, []);
    for (const { field, recipe } of variants) {
      const changed = Object.entries(recipe.agent).filter(
        ([name, value]) => toolR1.agent[name as keyof typeof toolR1.agent] !== value,
      );
      const names = changed.map(([name]) => name).filter((name) => name !== 'promptStyle');
      const inAgent = { history: 'history', thinking: 'thinking', syntax: 'protocol' };
      assert.deepEqual(names, field === 'prompt' ? [] : [inAgent[field]]);
    }
  });

  it('keeps the style that the model chose for the base', () => {
    const { variants } = of({ style: 'compact' });
    const styles = variants.map(({ field, recipe }) => [field, recipe.agent.promptStyle]);
    assert.deepEqual(styles, [
      ['history', 'compact'],
      ['thinking', 'compact'],
      ['thinking', 'compact'],
      ['prompt', 'full'],
      ['prompt', 'bare'],
      ['syntax', 'compact'],
    ]);
  });

  it('counts passes by the answer in the other syntax, and makes a recipe that fits together', () => {
    for (const { recipe } of of().variants) assert.equal(contradiction(recipe), null);
    const { variants } = of({}, ['syntax']);
    assert.deepEqual(variants[0]?.recipe.reward, { kind: 'binary-answer' });
  });

  it('goes the other way from ARTIST, and says where there is no other syntax', async () => {
    const math = await readRecipe('artist-math', '/');
    const { variants } = of({ recipe: math, benchmark: 'math' }, ['syntax']);
    assert.deepEqual(
      variants.map(({ value }) => value),
      ['tool-r1'],
    );
    const tools = await readRecipe('artist-tools', '/');
    const found = of({ recipe: tools, benchmark: 'functions' });
    assert.ok(found.variants.every(({ field }) => field !== 'syntax'));
    assert.deepEqual(found.unvaried, [
      { field: 'syntax', reason: 'no other syntax of replies can do these tasks' },
    ]);
  });

  it('varies the wanted fields alone', () => {
    const { variants, unvaried } = of({}, ['history']);
    assert.deepEqual([variants.length, unvaried.length], [1, 0]);
  });
});

describe('auditReport', () => {
  const passes = { a: [true, true, true], b: [true, false, false], c: [false, true, true] };
  const base = {
    evaluation: makeEvaluation(['a', 'b', 'c'], { name: 'base' }),
    lines: resultsOf(passes),
  };
  const none = { a: [false, false, false], b: [false, false, false], c: [false, false, false] };
  const worse = {
    evaluation: makeEvaluation(['a', 'b', 'c'], {
      ...{ name: 'flat', protocol: { history: 'flattened' } },
    }),
    lines: resultsOf(none),
  };

  it('tells what chance does, and what each field does on the same tasks', () => {
    const same = { ...base, evaluation: { ...base.evaluation, name: 'same' } };
    const found = auditReport(
      base,
      [
        { field: 'history', value: 'flattened', side: worse },
        { field: 'thinking', value: 'none', side: same },
      ],
      [],
    );
    assert.deepEqual(ProtocolAudit.parse(JSON.parse(JSON.stringify(found))), found);
    const rates = found.seeds.rates.map((rate) => Math.round(rate * 3));
    assert.deepEqual(rates, [2, 2, 2]);
    assert.deepEqual([found.seeds.peakToPeak, found.seeds.deviation], [0, 0]);
    const [flat, unchanged] = found.rows;
    assert.ok(flat !== undefined && unchanged !== undefined);
    assert.ok(Math.abs((flat.change.value ?? 0) + 2 / 3) < 1e-12);
    assert.deepEqual([flat.p, flat.adjusted, flat.tasks], [0.25, 0.5, 3]);
    assert.deepEqual([unchanged.change.value, unchanged.p, unchanged.adjusted], [0, 1, 1]);
  });

  it('tells how far seeds lie apart', () => {
    const lines = resultsOf({ a: [true, false, true], b: [true, false, false] });
    const evaluation = makeEvaluation(['a', 'b']);
    const { seeds } = auditReport({ evaluation, lines }, [], []);
    assert.deepEqual(seeds, { rates: [1, 0, 0.5], peakToPeak: 1, deviation: 0.5 });
  });

  it('says nothing of a field without a common task, and leaves it out of the correction', () => {
    const other = { evaluation: makeEvaluation(['z']), lines: resultsOf({ z: [true] }) };
    const found = auditReport(
      base,
      [
        { field: 'prompt', value: 'bare', side: other },
        { field: 'history', value: 'flattened', side: worse },
      ],
      [],
    );
    assert.deepEqual(
      found.rows.map(({ p, adjusted }) => [p, adjusted]),
      [
        [null, null],
        [0.25, 0.25],
      ],
    );
  });
});
