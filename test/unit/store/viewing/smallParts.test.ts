import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Bell } from '../../../../runtime/store/viewing/bell.ts';
import { Notifier } from '../../../../runtime/store/viewing/notifier.ts';
import { counts, doubles } from '../../../../runtime/store/viewing/numberColumn.ts';
import { VerdictTable } from '../../../../runtime/store/viewing/verdictTable.ts';
import { WordTable } from '../../../../runtime/store/viewing/wordTable.ts';

describe('NumberColumn', () => {
  it('grows and keeps what it has', () => {
    const column = counts();
    for (let value = 0; value < 1000; value += 1) column.push(value);
    column.set(500, 7);
    assert.deepEqual(
      [column.length, column.at(0), column.at(500), column.at(999)],
      [1000, 0, 7, 999],
    );
    assert.ok(Number.isNaN(column.at(1000)) && Number.isNaN(doubles().at(0)));
  });
});

describe('WordTable', () => {
  it('gives the same number for the same word', () => {
    const table = new WordTable();
    assert.deepEqual([table.number('a'), table.number('b'), table.number('a')], [0, 1, 0]);
    assert.deepEqual(
      [table.word(1), table.word(9), table.find('c'), table.size],
      ['b', '', null, 2],
    );
  });
});

describe('VerdictTable', () => {
  it('keeps the last verdict of each judge in the order they first judged', () => {
    const table = new VerdictTable();
    table.add(5, 'llm', 'Wrong');
    table.add(5, 'rule', 'Correct');
    table.add(5, 'llm', 'Correct');
    assert.deepEqual(table.of(5), [
      { judge: 'llm', level: 'Correct' },
      { judge: 'rule', level: 'Correct' },
    ]);
    assert.deepEqual(
      [table.disagree(5), table.level(5), table.of(4), table.of(9)],
      [false, 'Correct', [], []],
    );
  });

  it('takes a judge that failed for no verdict', () => {
    const table = new VerdictTable();
    table.add(0, 'llm', null);
    assert.deepEqual([table.of(0), table.level(0)], [[{ judge: 'llm', level: null }], null]);
    table.add(0, 'rule', 'Wrong');
    table.add(0, 'llm', null);
    assert.deepEqual([table.level(0), table.disagree(0)], ['Wrong', false]);
  });
});

describe('Notifier', () => {
  it('tells at once, then rarely, and never loses the last', async () => {
    let told = 0;
    const notifier = new Notifier(() => (told += 1));
    for (let round = 0; round < 50; round += 1) notifier.request();
    assert.equal(told, 1);
    await delay(250);
    assert.equal(told, 2);
    notifier.request();
    notifier.stop();
    assert.equal(told, 3);
    notifier.request();
    notifier.stop();
    await delay(150);
    assert.equal(told, 3);
  });
});

describe('Bell', () => {
  it('ends every wait, and those that last too long end by themselves', async () => {
    const bell = new Bell();
    const waits = Promise.all([bell.wait(60_000), bell.wait(60_000)]);
    bell.ring();
    await waits;
    await bell.wait(1);
  });
});
