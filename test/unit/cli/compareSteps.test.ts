import assert from 'node:assert/strict';
import { compareSteps } from '../../../runtime/cli/compareSteps.ts';
import { makeStep } from '../../fakes/records.ts';

function step(index: number, text: string, kind: 'executed' | 'python-error' = 'executed') {
  const { observation } = makeStep();
  return makeStep({ index, observation: { ...observation, text, kind } });
}

describe('compareSteps', () => {
  it('finds equal observations equal, whatever time they took', () => {
    const before = [step(1, 'a'), step(2, 'b')];
    const after = before.map((each) => ({ ...each, sandboxMilliseconds: 99, startedAt: 'later' }));
    assert.deepEqual(compareSteps(before, after), [
      { index: 1, same: true },
      { index: 2, same: true },
    ]);
  });

  it('shows the first line that differs', () => {
    assert.deepEqual(compareSteps([step(1, 'a\nb\nc')], [step(1, 'a\nX\nY')]), [
      { index: 1, same: false, what: 'another observation', recorded: 'b', replayed: 'X' },
    ]);
  });

  it('shows a line that one side lacks', () => {
    const [comparison] = compareSteps([step(1, 'a')], [step(1, 'a\nb')]);
    assert.deepEqual(comparison, {
      index: 1,
      same: false,
      what: 'another observation',
      recorded: '(no line)',
      replayed: 'b',
    });
  });

  it('names another outcome before it looks at the text', () => {
    const [comparison] = compareSteps([step(1, 'a')], [step(1, 'b', 'python-error')]);
    assert.deepEqual(comparison, {
      index: 1,
      same: false,
      what: 'another outcome',
      recorded: 'executed',
      replayed: 'python-error',
    });
  });

  it('names a step that is missing on either side', () => {
    const what = (comparison: ReturnType<typeof compareSteps>) =>
      comparison.map((each) => (each.same ? 'same' : each.what));
    assert.deepEqual(what(compareSteps([step(1, 'a')], [])), ['the step did not take place']);
    assert.deepEqual(what(compareSteps([], [step(1, 'a')])), ['the step was not recorded']);
  });

  it('sees that other code ran', () => {
    const [comparison] = compareSteps([makeStep({ code: 'a' })], [makeStep({ code: null })]);
    assert.ok(comparison?.same === false);
    assert.deepEqual([comparison.recorded, comparison.replayed], ['a', 'none']);
  });
});
