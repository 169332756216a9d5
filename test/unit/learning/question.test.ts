import assert from 'node:assert/strict';
import { renderDataFile, type DataFile } from '../../learning/dataFile.ts';
import { makeQuestion, questionKinds, type QuestionKind } from '../../learning/question.ts';

const file: DataFile = {
  fileName: 'boats.csv',
  format: 'csv',
  subject: 'boats',
  kindColumn: 'colour',
  numberColumns: ['weight'],
  rows: [
    { name: 'Ash', kind: 'red', numbers: { weight: 10 } },
    { name: 'Fern', kind: 'red', numbers: { weight: 40 } },
    { name: 'Jade', kind: 'red', numbers: { weight: 25 } },
  ],
};

const first = () => 0;

function asked(kind: QuestionKind, over: Partial<DataFile> = {}) {
  return makeQuestion(kind, { ...file, ...over }, first);
}

describe('generated question', () => {
  const expected: Readonly<Record<QuestionKind, readonly [text: string, answer: string]>> = {
    count: ['How many boats are in boats.csv?', '3'],
    sum: ['What is the total weight of the boats in boats.csv?', '75'],
    highest: ['What is the highest weight in boats.csv?', '40'],
    lowest: ['What is the lowest weight in boats.csv?', '10'],
    average: ['What is the average weight in boats.csv?', '25'],
    'count-where': ['How many boats in boats.csv have the colour red?', '3'],
    'sum-where': ['What is the total weight of the boats in boats.csv with the colour red?', '75'],
    'name-of-highest': [
      'What is the name of the boats in boats.csv with the highest weight?',
      'Fern',
    ],
  };

  for (const kind of questionKinds) {
    it(`asks for ${kind} and knows the answer`, () => {
      const question = asked(kind);
      assert.deepEqual([question?.text, question?.answer], expected[kind]);
    });
  }

  it('counts only the rows that the question picks', () => {
    const [ash, ...others] = file.rows;
    const rows = [ash!, ...others.map((row) => ({ ...row, kind: 'blue' }))];
    assert.equal(asked('count-where', { rows })?.answer, '1');
    assert.equal(asked('sum-where', { rows })?.answer, '10');
  });

  it('is not asked where two rows would answer it', () => {
    const rows = file.rows.map((row) => ({ ...row, numbers: { weight: 5 } }));
    assert.equal(asked('name-of-highest', { rows }), null);
    assert.equal(asked('highest', { rows })?.answer, '5');
  });
});

describe('generated file', () => {
  it('holds the same rows in every format', () => {
    const csv = renderDataFile(file);
    const json = renderDataFile({ ...file, format: 'json' });
    const lines = renderDataFile({ ...file, format: 'jsonl' });
    assert.equal(csv, 'name,colour,weight\nAsh,red,10\nFern,red,40\nJade,red,25\n');
    const records: unknown = JSON.parse(json);
    assert.deepEqual(
      lines
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
      records,
    );
    assert.deepEqual(records, [
      { name: 'Ash', colour: 'red', weight: 10 },
      { name: 'Fern', colour: 'red', weight: 40 },
      { name: 'Jade', colour: 'red', weight: 25 },
    ]);
  });
});
