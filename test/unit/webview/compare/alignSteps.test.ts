import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alignSteps, type Band } from '../../../../webview/compare/alignSteps.ts';
import { type Doing, similarity } from '../../../../webview/compare/similarity.ts';

function doing(code: string, outcome: Doing['outcome'] = 'executed', tools: string[] = []): Doing {
  return { code, outcome, tools };
}

const read = doing('q2 = read_table("refunds.xlsx", sheet="Q2")');
const policy = doing('policy = read_document("policy.pdf")', 'executed', ['read_document']);
const total = doing('for row in rows:\n  out[row["Region"]] += row["Amount"]');
const refusedTotal = doing(
  'import pandas as pd\nfor row in rows:\n  out[row["Region"]] += row["Amount"]',
  'refused',
);
const failedPrint = doing('print(t2)', 'python-error');
const south = doing('final_answer("South")', 'final-answer');
const west = doing('final_answer("West")', 'final-answer');

/** `1-1, 2-, 3-23` in step numbers from 1. */
function shown(bands: readonly Band[]): string {
  const numbers = (steps: readonly number[]): string => steps.map((step) => step + 1).join('');
  return bands.map(({ left, right }) => `${numbers(left)}-${numbers(right)}`).join(', ');
}

describe('the similarity of steps', () => {
  it('is one for the same step and small for another', () => {
    assert.equal(similarity(read, read), 1);
    assert.ok(similarity(read, total) < 0.35);
    assert.ok(similarity(total, refusedTotal) > 0.6);
  });

  it('knows answers by what they are', () => {
    assert.ok(similarity(south, west) > 0.6);
    assert.ok(similarity(south, failedPrint) < 0.35);
  });

  it('counts tools, and takes a step without code as it is', () => {
    const one = doing('a = f(1)', 'executed', ['web_search']);
    const other = doing('b = g(2)', 'executed', ['web_search']);
    assert.ok(similarity(one, other) > similarity({ ...one, tools: [] }, { ...other, tools: [] }));
    const silent: Doing = { code: null, outcome: 'no-code', tools: [] };
    assert.equal(similarity(silent, silent), 1);
  });

  it('is the same from both sides', () => {
    for (const a of [read, policy, total, refusedTotal, south]) {
      for (const b of [read, policy, total, failedPrint, west]) {
        assert.equal(similarity(a, b), similarity(b, a));
      }
    }
  });
});

describe('aligning steps', () => {
  it('goes by what a step did, not by its number', () => {
    const left = [read, policy, total, south];
    const right = [read, total, west];
    assert.equal(shown(alignSteps(left, right)), '1-1, 2-, 3-2, 4-3');
  });

  it('keeps a failed attempt and what was tried after it together', () => {
    const left = [read, policy, total, south];
    const right = [read, refusedTotal, failedPrint, failedPrint, west];
    assert.equal(shown(alignSteps(left, right)), '1-1, 2-, 3-234, 4-5');
  });

  it('keeps the attempts before the one that worked together', () => {
    const left = [total, south];
    const right = [doing('x = (', 'syntax-error'), total, west];
    assert.equal(shown(alignSteps(left, right)), '1-12, 2-3');
  });

  it('stands one side alone when the other is empty', () => {
    assert.equal(shown(alignSteps([read, total], [])), '1-, 2-');
    assert.equal(shown(alignSteps([], [read])), '-1');
    assert.deepEqual(alignSteps([], []), []);
  });

  it('shows every step once and in order, whatever the steps are', () => {
    const kinds = [read, policy, total, refusedTotal, failedPrint, south, west];
    const side = fc.array(fc.constantFrom(...kinds), { maxLength: 12 });
    fc.assert(
      fc.property(side, side, (left, right) => {
        const bands = alignSteps(left, right);
        const order = (length: number): number[] => Array.from({ length }, (_, index) => index);
        assert.deepEqual(
          bands.flatMap((band) => band.left),
          order(left.length),
        );
        assert.deepEqual(
          bands.flatMap((band) => band.right),
          order(right.length),
        );
        assert.ok(bands.every((band) => band.left.length + band.right.length > 0));
      }),
    );
  });

  it('copes with the most steps that are compared', () => {
    const many = Array.from({ length: 400 }, (_, index) => doing(`row_${index % 7} = ${index}`));
    const started = performance.now();
    const bands = alignSteps(many, many);
    assert.equal(bands.length, 400);
    assert.ok(performance.now() - started < 5000);
  });
});
