import assert from 'node:assert/strict';
import { ChosenStep } from '../../../../webview/trajectory/chosenStep.ts';
import { Folds } from '../../../../webview/trajectory/folds.ts';
import { branchesAt } from '../../../../webview/trajectory/views/branchWords.ts';
import { headerCounts } from '../../../../webview/trajectory/views/headerCounts.ts';
import { emptyTrajectory } from '../../../../webview/trajectory/state/trajectoryState.ts';
import { stepRow } from '../../../../runtime/contract/stepSummary.ts';
import { makeReply, makeStep } from '../../../fakes/records.ts';

describe('ChosenStep', () => {
  function chosenAt(step: number | null) {
    const told: (number | null)[] = [];
    return { chosen: new ChosenStep(step, (now) => told.push(now)), told };
  }

  it('tells of a change once', () => {
    const { chosen, told } = chosenAt(1);
    chosen.set(2);
    chosen.set(2);
    assert.deepEqual(told, [2]);
  });

  it('stays while it is in view, and moves to the nearest step when it is not', () => {
    const { chosen } = chosenAt(5);
    chosen.keepInView(['s4', 's5', 's6']);
    assert.equal(chosen.step, 5);
    chosen.keepInView(['s7', 's8']);
    assert.equal(chosen.step, 7);
    chosen.keepInView(['q1', 's2', 's3']);
    assert.equal(chosen.step, 3);
  });

  it('stays while the page moves by itself, and while no step is in view', () => {
    const { chosen } = chosenAt(5);
    chosen.keepInView(null);
    chosen.keepInView(['q1']);
    assert.equal(chosen.step, 5);
  });
});

describe('Folds', () => {
  it('opens and closes, and counts its changes', () => {
    let changes = 0;
    const folds = new Folds(() => (changes += 1));
    folds.toggle('a');
    assert.equal(folds.isOpen('a'), true);
    folds.open('a');
    folds.toggle('a');
    assert.equal(folds.isOpen('a'), false);
    assert.deepEqual([changes, folds.version], [2, 2]);
  });
});

describe('branchesAt', () => {
  it('links a retry at the step that was edited and a follow-up at the last one', () => {
    const parent = { trajectoryId: 't', step: 2 };
    const place = {
      ...{ position: 1, previousId: null, nextId: null },
      branches: [
        { id: 'r', parent: { ...parent, relation: 'retry' as const } },
        { id: 'f', parent: { ...parent, relation: 'follow-up' as const } },
      ],
    };
    const state = { ...emptyTrajectory('t'), place };
    assert.deepEqual(
      [2, 3, 4].map((step) => branchesAt(state, step).map(({ id }) => id)),
      [['f'], ['r'], []],
    );
  });
});

describe('headerCounts', () => {
  it('counts steps, tokens, refusals and errors', () => {
    const { observation } = makeStep();
    const refusal = { kind: 'import' as const, name: 'os', line: 1, message: '' };
    const rows = [
      stepRow(makeStep()),
      stepRow(
        makeStep({
          index: 2,
          observation: { ...observation, kind: 'refused', refusals: [refusal, refusal] },
        }),
      ),
      stepRow(
        makeStep({
          index: 3,
          reply: makeReply({ usage: null }),
          observation: { ...observation, kind: 'timeout' },
        }),
      ),
    ];
    assert.deepEqual(headerCounts({ ...emptyTrajectory('t'), rows }), {
      ...{ steps: 3, tokens: 30, refused: 2, failed: 1 },
    });
    assert.equal(headerCounts(emptyTrajectory('t')).tokens, null);
  });
});
