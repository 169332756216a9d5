import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { LabelFormat } from '../../../runtime/contract/labelling.ts';
import { exportLabels, importLabels } from '../../../runtime/labels/exchange.ts';
import { itemHash } from '../../../runtime/labels/itemHash.ts';
import { readWorkspaceLabels } from '../../../runtime/labels/workspaceLabels.ts';
import { appendLines } from '../../../runtime/store/labels/appendLines.ts';
import { labelFileOf } from '../../../runtime/store/labels/labelFile.ts';
import { ben, makeLabel } from '../../fakes/labelRecords.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const now = () => '2026-06-01T00:00:00.000Z';

const labels = [
  makeLabel({ id: 'plain' }),
  makeLabel({
    id: 'rich',
    at: '2026-05-04T09:31:00.000Z',
    rater: ben,
    level: 'Partially Correct',
    question: 'A "quoted", question\nwith ; lines, 数字 and 😀',
    referenceAnswer: '=SUM(A1)',
    finalAnswer: "'-5,000.00",
    note: '+ a note',
    flagged: true,
    blind: false,
    stratum: 'judge-judge',
    samplingProbability: 0.125,
    multiplicity: 7,
    milliseconds: 12_345.5,
    rubric: { version: 3, hash: 'abc' },
    criteria: { accuracy: 5, completeness: 2, relevance: null, precision: 1 },
  }),
  makeLabel({ id: 'empty', at: '2026-05-04T09:32:00.000Z', finalAnswer: '', level: 'Wrong' }),
];
const revision = {
  version: 1,
  kind: 'label-revised',
  id: 'revision',
  at: '2026-05-04T09:40:00.000Z',
  itemHash: labels[1]?.itemHash,
  rater: ben,
  labelId: 'rich',
  level: 'Correct',
};

describe('labels in other formats', () => {
  const inFolder = temporaryFolder();

  beforeEach(() => appendLines(labelFileOf(inFolder()), [...labels, revision]));

  async function counted(workspace: string) {
    const { book, problems } = await readWorkspaceLabels(workspace);
    assert.deepEqual(problems, []);
    const facts = [...book.labels()].map((label) => ({
      ...label,
      mark: book.item(label.itemHash).marks.get(label.rater),
    }));
    return facts.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  for (const format of LabelFormat.options) {
    it(`come back from ${format} as they were, and once`, async () => {
      const { file, labels: written } = await exportLabels(inFolder(), format, 'out.txt');
      assert.equal(written, 3);
      const other = inFolder('other');
      const first = await importLabels(other, file, { now }, signal);
      assert.deepEqual(first, { format, added: 3, alreadyThere: 0, problems: [] });
      assert.deepEqual(await counted(other), await counted(inFolder()));
      const second = await importLabels(other, file, { now }, signal);
      assert.deepEqual([second.added, second.alreadyThere], [0, 3]);
      assert.equal((await counted(other)).length, 3);
      const home = await importLabels(inFolder(), file, { now }, signal);
      assert.deepEqual([home.added, home.alreadyThere], [0, 3]);
      assert.deepEqual(await counted(other), await counted(inFolder()));
    });

    it(`are the same text whenever they are written as ${format}`, async () => {
      await exportLabels(inFolder(), format, 'one');
      await exportLabels(inFolder(), format, 'two');
      const texts = await Promise.all(
        ['one', 'two'].map((name) => readFile(inFolder(name), 'utf8')),
      );
      assert.equal(texts[0], texts[1]);
    });
  }

  it('do not replace a file', async () => {
    await writeFile(inFolder('taken.csv'), 'mine');
    await assert.rejects(exportLabels(inFolder(), 'csv', 'taken.csv'), /is there already/);
    assert.equal(await readFile(inFolder('taken.csv'), 'utf8'), 'mine');
  });

  it('write no cell that a spreadsheet takes for a formula', async () => {
    const { file } = await exportLabels(inFolder(), 'csv', 'out.csv');
    const text = await readFile(file, 'utf8');
    assert.doesNotMatch(text, /(^|,)"?[=+@-]/m);
  });

  it('are read from a table that a person made, and get the same ids every time', async () => {
    const table = 'rater,question,referenceAnswer,finalAnswer,level\nCara,Q?,4,four,Correct\n';
    await writeFile(inFolder('mine.csv'), `\uFEFF${table}Cara,Q?,4,five,Maybe\n`);
    const other = inFolder('other');
    const first = await importLabels(other, inFolder('mine.csv'), { now }, signal);
    assert.deepEqual([first.format, first.added], ['csv', 1]);
    assert.match(first.problems.join(), /^mine\.csv row 3: level: /);
    assert.equal((await importLabels(other, inFolder('mine.csv'), { now }, signal)).added, 0);
    const [label] = await counted(other);
    const texts = { question: 'Q?', referenceAnswer: '4', finalAnswer: 'four' };
    assert.deepEqual(
      [label?.itemHash, label?.blind, label?.at, label?.rubric.version],
      [itemHash(texts), false, now(), 1],
    );
  });

  it('take a score that was changed in the other program for a revision', async () => {
    const { file } = await exportLabels(inFolder(), 'langfuse', 'scores.json');
    const scores = await readFile(file, 'utf8');
    const changed = scores.replace('"value":"Correct"', '"value":"Wrong"');
    assert.notEqual(changed, scores);
    await writeFile(inFolder('changed.json'), changed);
    const other = inFolder('other');
    await importLabels(other, inFolder('changed.json'), { now }, signal);
    const plain = (await counted(other)).find(({ id }) => id === 'plain');
    assert.deepEqual([plain?.first, plain?.last], ['Correct', 'Wrong']);
  });

  it('are refused with the formats that can be read', async () => {
    await writeFile(inFolder('poem.txt'), 'roses are red');
    await assert.rejects(
      importLabels(inFolder(), 'poem.txt', { now }, signal),
      /no labels that can be read\. Formats: jsonl, huggingface, inspect, langfuse, csv/,
    );
    await assert.rejects(importLabels(inFolder(), 'gone', { now }, signal), /There is no file/);
  });

  it('report the lines that are no labels, and add the others', async () => {
    const { file } = await exportLabels(inFolder(), 'inspect', 'scores.jsonl');
    await writeFile(inFolder('more.jsonl'), `${await readFile(file, 'utf8')}{"sample_id":1}\n`);
    const found = await importLabels(inFolder('x'), inFolder('more.jsonl'), { now }, signal);
    assert.equal(found.added, 3);
    assert.match(found.problems.join(), /^more\.jsonl line 4: /);
  });
});
