import assert from 'node:assert/strict';
import { StepShelf } from '../../../../webview/trajectory/state/stepShelf.ts';
import { makeStep } from '../../../fakes/records.ts';

function view(index: number) {
  return { step: makeStep({ index }), clipped: [] };
}

function shelfOf(count: number): StepShelf {
  let shelf = StepShelf.empty;
  for (let index = 1; index <= count; index += 1) shelf = shelf.put(view(index));
  return shelf;
}

describe('StepShelf', () => {
  it('gives a step by its index', () => {
    const shelf = shelfOf(130);
    assert.equal(shelf.get(1)?.step.index, 1);
    assert.equal(shelf.get(65)?.step.index, 65);
    assert.equal(shelf.get(131), undefined);
    assert.equal(StepShelf.empty.get(1), undefined);
    assert.equal(shelf.count, 130);
  });

  it('leaves the shelf before a put as it was', () => {
    const before = shelfOf(1);
    const after = before.put(view(2));
    assert.equal(before.get(2), undefined);
    assert.equal(after.get(2)?.step.index, 2);
  });

  it('replaces a step that comes again', () => {
    const again = { step: makeStep({ index: 1, thought: 'again' }), clipped: [] };
    const shelf = shelfOf(2).put(again);
    assert.equal(shelf.get(1), again);
    assert.equal(shelf.count, 2);
  });

  it('takes steps that come in any order', () => {
    const shelf = StepShelf.empty.put(view(900)).put(view(3));
    assert.equal(shelf.get(900)?.step.index, 900);
    assert.equal(shelf.get(4), undefined);
    assert.equal(shelf.count, 2);
  });

  it('keeps the steps that are near', () => {
    const shelf = shelfOf(1000).keepNear(500, 200);
    assert.ok(shelf.count <= 200, String(shelf.count));
    assert.equal(shelf.get(500)?.step.index, 500);
    assert.equal(shelf.get(1), undefined);
    assert.equal(shelf.get(1000), undefined);
  });

  it('keeps all when there are few', () => {
    const shelf = shelfOf(100);
    assert.equal(shelf.keepNear(1, 100), shelf);
  });
});
