import assert from 'node:assert/strict';
import { Drafts } from '../../../../webview/label/drafts.ts';
import { ItemShelf } from '../../../../webview/label/itemShelf.ts';
import { Labelling } from '../../../../webview/label/labelling.ts';
import { FakeLabelHost, labelled, makeItem, makeItems, makeState, turn } from './fakeLabelHost.ts';

function start(over: Parameters<typeof makeState>[0] = {}) {
  const fake = new FakeLabelHost();
  const drafts = new Drafts(null, () => undefined);
  const labelling = new Labelling({ host: fake.host, state: makeState(over), drafts });
  return { fake, drafts, labelling };
}

describe('items at hand', () => {
  it('are read in pages, each once, and what is here is there at once', async () => {
    const fake = new FakeLabelHost();
    const shelf = new ItemShelf(fake.host, () => undefined);
    const both = Promise.all([shelf.read(12), shelf.read(15)]);
    assert.deepEqual(fake.requests, [['read-label-items', { from: 11, to: 20 }]]);
    await fake.answer('read-label-items', { items: makeItems(11, 20) });
    assert.deepEqual(
      (await both).map(({ position }) => position),
      [12, 15],
    );
    assert.equal((await shelf.read(20)).position, 20);
    assert.equal(fake.asked.length, 1);
  });

  it('are read ahead before a person gets there, inside the queue only', async () => {
    const fake = new FakeLabelHost();
    let told = 0;
    const shelf = new ItemShelf(fake.host, () => (told += 1));
    shelf.readAhead(5, 30);
    await fake.answer('read-label-items', { items: makeItems(1, 10) });
    assert.deepEqual(fake.requests.at(-1), ['read-label-items', { from: 11, to: 20 }]);
    await fake.answer('read-label-items', { items: makeItems(11, 20) });
    assert.ok(told >= 2);
    shelf.readAhead(20, 20);
    assert.equal(fake.asked.length, 2);
  });

  it('are not replaced by what was read before a write', async () => {
    const fake = new FakeLabelHost();
    const shelf = new ItemShelf(fake.host, () => undefined);
    const reading = shelf.read(1);
    shelf.put(makeItem(1, labelled));
    await fake.answer('read-label-items', { items: makeItems(1, 10) });
    assert.equal((await reading).own?.last, 'Wrong');
    assert.equal(shelf.get(2)?.own, null);
  });

  it('are let go of when they are far away, and read again on the way back', async () => {
    const fake = new FakeLabelHost();
    const shelf = new ItemShelf(fake.host, () => undefined);
    for (let page = 0; page < 12; page += 1) {
      const from = page * 10 + 1;
      shelf.readAhead(from, 120);
      await fake.answer('read-label-items', { items: makeItems(from, from + 9) });
    }
    shelf.readAhead(111, 120);
    assert.equal(shelf.get(1), undefined);
    assert.equal(shelf.get(111)?.position, 111);
  });

  it('say when the queue has no such item, and try again after a failure', async () => {
    const fake = new FakeLabelHost();
    const shelf = new ItemShelf(fake.host, () => undefined);
    const missing = assert.rejects(shelf.read(40), /The queue has no item 40/);
    await fake.answer('read-label-items', { items: [] });
    await missing;
    const failed = assert.rejects(shelf.read(1), /The disk is full/);
    await fake.fail('read-label-items');
    await failed;
    const again = shelf.read(1);
    await fake.answer('read-label-items', { items: makeItems(1, 10) });
    assert.equal((await again).position, 1);
  });
});

describe('labelling', () => {
  it('counts a label at once and takes what the answer says', async () => {
    const { fake, labelling } = start();
    const item = makeItem(1);
    const saving = labelling.commit(item, 'Wrong', 900);
    await turn();
    assert.equal(labelling.labelled, 1);
    assert.deepEqual(labelling.pendingOf(item), { level: 'Wrong', isRevision: false });
    const { itemHash } = item;
    assert.deepEqual(fake.requests, [
      ['commit-label', { itemHash, level: 'Wrong', milliseconds: 900, note: '', criteria: null }],
    ]);
    const state = makeState({ labelled: 1, next: 2 });
    await fake.answer('commit-label', { item: makeItem(1, labelled), state });
    assert.equal((await saving).own?.last, 'Wrong');
    assert.equal(labelling.labelled, 1);
    assert.equal(labelling.pendingOf(item), null);
    assert.equal(labelling.shelf.get(1)?.own?.last, 'Wrong');
  });

  it('gives a label back that could not be saved', async () => {
    const { fake, drafts, labelling } = start();
    const item = makeItem(3);
    drafts.change(item.itemHash, { note: 'hard' });
    const failed = assert.rejects(labelling.commit(item, 'Correct', 700), {
      message:
        '“Correct” for item 3 was not saved. The disk is full. The decision is kept on item 3; give it again there.',
    });
    await turn();
    await fake.fail('commit-label');
    await failed;
    assert.equal(labelling.labelled, 0);
    const { level, milliseconds, note } = drafts.of(item.itemHash);
    assert.deepEqual([level, milliseconds, note], ['Correct', 700, 'hard']);
  });

  it('keeps what is typed while the label is being saved', async () => {
    const { fake, drafts, labelling } = start();
    const item = makeItem(1);
    drafts.change(item.itemHash, { note: 'ha' });
    const saving = labelling.commit(item, 'Wrong', 1);
    drafts.change(item.itemHash, { note: 'hard' });
    await turn();
    await fake.answer('commit-label', { item: makeItem(1, labelled), state: makeState() });
    await saving;
    assert.equal(drafts.of(item.itemHash).note, 'hard');
  });

  it('sends writes in the order made, one after the other, also after one that failed', async () => {
    const { fake, labelling } = start();
    const item = makeItem(1);
    const commit = labelling.commit(item, 'Wrong', 1).catch(() => 'failed');
    const revise = labelling.revise(item, 'Correct').catch(() => 'failed too');
    const undo = labelling.undo();
    await turn();
    assert.deepEqual(
      fake.asked.map(({ name }) => name),
      ['commit-label'],
    );
    await fake.fail('commit-label');
    assert.deepEqual(
      fake.asked.map(({ name }) => name),
      ['commit-label', 'revise-label'],
    );
    await fake.fail('revise-label');
    await fake.answer('undo-label', { item: null, state: makeState() });
    assert.deepEqual(await Promise.all([commit, revise, undo]), ['failed', 'failed too', null]);
  });

  it('marks at once and takes a mark back that could not be saved, not more', async () => {
    const { fake, labelling } = start();
    const failed = assert.rejects(
      labelling.mark(makeItem(1), { flagged: true }),
      /^Error: The flag of item 1 was not saved\. The disk is full\.$/,
    );
    assert.equal(labelling.shelf.get(1)?.flagged, true);
    labelling.shelf.put(makeItem(1, { ...labelled, flagged: true }));
    await turn();
    await fake.fail('mark-item');
    await failed;
    assert.equal(labelling.shelf.get(1)?.flagged, false);
    assert.equal(labelling.shelf.get(1)?.own?.last, 'Wrong');
  });

  it('saves a note when it differs, and drops the draft of one that does not', async () => {
    const { fake, drafts, labelling } = start();
    const item = makeItem(1, { note: 'old' });
    drafts.change(item.itemHash, { note: 'old' });
    await labelling.saveNote(item);
    assert.deepEqual([drafts.of(item.itemHash).note, fake.asked.length], [null, 0]);
    drafts.change(item.itemHash, { note: 'new' });
    const saving = labelling.saveNote(item);
    await turn();
    await fake.answer('mark-item', { item: { ...item, note: 'new' }, state: makeState() });
    await saving;
    assert.equal(drafts.of(item.itemHash).note, null);
    assert.equal(labelling.shelf.get(1)?.note, 'new');
  });

  it('finds the next item without a label, going round', async () => {
    const { labelling } = start({ total: 10, next: 2 });
    for (const item of makeItems(1, 10, labelled)) labelling.shelf.put(item);
    for (const position of [2, 5, 8]) labelling.shelf.put(makeItem(position));
    labelling.shelf.put(makeItem(9, { skipped: true }));
    assert.equal(await labelling.nextUndone(2), 5);
    assert.equal(await labelling.nextUndone(5), 8);
    assert.equal(await labelling.nextUndone(8), 2);
    void labelling.commit(makeItem(5), 'Wrong', 1);
    assert.equal(await labelling.nextUndone(2), 8);
  });

  it('knows when nothing is left', async () => {
    const { labelling } = start({ next: null });
    assert.equal(await labelling.nextUndone(4), null);
    const single = start({ total: 1, next: 1 }).labelling;
    single.shelf.put(makeItem(1, labelled));
    assert.equal(await single.nextUndone(1), null);
  });

  it('reads the items around again when others have written', async () => {
    const { fake, labelling } = start();
    const stop = new AbortController();
    let changes = 0;
    labelling.watch(() => (changes += 1), stop.signal);
    labelling.listen(stop.signal);
    labelling.shelf.put(makeItem(1));
    labelling.shelf.put(makeItem(25));
    await fake.tell({ kind: 'labels-changed', state: makeState({ labelled: 7 }) });
    assert.equal(labelling.state?.labelled, 7);
    assert.equal(labelling.shelf.get(25), undefined);
    await fake.answer('read-label-items', { items: makeItems(1, 10, labelled) });
    assert.equal(labelling.shelf.get(1)?.own?.last, 'Wrong');
    assert.ok(changes >= 2);
    stop.abort();
    await fake.tell({ kind: 'labels-changed', state: makeState({ labelled: 8 }) });
    assert.equal(labelling.state.labelled, 7);
  });
});
