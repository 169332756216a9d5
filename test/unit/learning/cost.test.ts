import assert from 'node:assert/strict';
import { cost, ratio, tableRow } from '../../learning/cost.ts';
import { toldHeldOut } from '../../learning/heldOut.ts';

describe('cells of tables', () => {
  it('give a cost with its share of that of GRPO alone', () => {
    assert.equal(cost(537.4, 1000), '537 (x0.54)');
  });

  it('give no share of nothing', () => assert.equal(ratio(3, 0), '-'));

  it('make a row', () => assert.equal(tableRow(['a', 1]), '| a | 1 |'));

  it('say how a model does, or that nobody knows', () => {
    assert.equal(toldHeldOut({ reward: 1.23456, passRate: 0.877 }), '1.235, 87.7 %');
    assert.equal(toldHeldOut(null), 'not measured');
  });
});
