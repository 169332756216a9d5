import assert from 'node:assert/strict';
import type { Wish } from '../../../../runtime/agent/protocols/chooseExamples.ts';
import { chooseExamples, fileKindOf } from '../../../../runtime/agent/protocols/chooseExamples.ts';
import { compactExamples } from '../../../../runtime/agent/protocols/compactExamples.ts';

const choose = (
  question: string,
  kind: Wish['kind'] = 'table',
  count = 3,
  mentions = false,
): readonly string[] =>
  chooseExamples({ question, kind, count, mentions }, compactExamples).map(
    (example) => example.question,
  );
const nearest = (question: string, kind: Wish['kind'] = 'table'): string =>
  choose(question, kind).at(-1) ?? '';

describe('chooseExamples', () => {
  it('puts the nearest example last', () => {
    const table: readonly [string, string][] = [
      ['How many orders are in orders.csv?', 'How many members are in members.csv?'],
      ['How many orders come from Norway?', 'How many guests in guests.csv come from Peru?'],
      ['What is the average price in orders.csv?', 'What is the average height in trees.csv?'],
      ['Which book has the most pages?', 'Which player in scores.csv has the most points?'],
      ['Who is the oldest person?', 'Who is the tallest student in students.csv?'],
      [
        'What is the total number of pages of all books in books.csv?',
        'What is the total weight of all parcels in parcels.csv?',
      ],
      [
        'How many chairs were sold in Norway in total?',
        'How many tickets in sales.csv were sold in May in total?',
      ],
    ];
    for (const [question, wanted] of table) assert.equal(nearest(question), wanted, question);
  });

  it('prefers examples that pick rows by a value when the question mentions one', () => {
    const asked = 'How many requests are there?';
    assert.equal(choose(asked, 'table', 1, false)[0], 'How many members are in members.csv?');
    assert.match(choose(asked, 'table', 1, true)[0] ?? '', /boats\.csv are red|come from Peru/);
  });

  it('does not let the name of a file decide', () => {
    assert.equal(
      nearest('How many rows has highest-average-total.csv?'),
      nearest('How many rows?'),
    );
  });

  it('keeps to the kind of the file', () => {
    assert.match(
      nearest('How many events have the status 404?', 'lines'),
      /(?:events|shop)\.jsonl/,
    );
    assert.match(nearest('Which host is set?', 'json'), /profile\.json/);
    assert.match(nearest('How many lines mention a storm?', 'text'), /journal\.txt/);
    assert.match(nearest('What is the fee?', 'document'), /contract\.pdf/);
    assert.match(nearest('What is 3 % of 9?', 'none'), /^What is 17 %/);
  });

  it('gives no more than was asked for, and fewer where there are fewer', () => {
    assert.equal(choose('How many?', 'table', 2).length, 2);
    assert.equal(choose('How many?', 'text', 9).length, 2);
  });

  it('gives the same for the same question', () => {
    assert.deepEqual(choose(''), choose(''));
  });

  it('knows how files are opened', () => {
    assert.deepEqual(
      ['a.CSV', 'b/c.jsonl', 'd.json', 'e.txt', 'f.xlsx', 'README', '.env'].map(fileKindOf),
      ['table', 'lines', 'json', 'text', 'document', 'text', 'document'],
    );
  });
});
