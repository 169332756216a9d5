import assert from 'node:assert/strict';
import { LabelFormat } from '../../../../runtime/contract/labelling.ts';
import {
  detectLabelFormat,
  labelFormat,
} from '../../../../runtime/store/labelFormats/allLabelFormats.ts';
import { LabelRow } from '../../../../runtime/store/labelFormats/labelRow.ts';
import { ann, makeLabel } from '../../../fakes/labelRecords.ts';

const row = LabelRow.parse({
  id: 'label-1',
  at: '2026-05-04T09:30:00.000Z',
  rater: ann,
  question: 'How many?',
  referenceAnswer: '4',
  finalAnswer: 'four',
  taskId: 'task-1',
  level: 'Partially Correct',
  revisedLevel: 'Correct',
  note: 'in words',
});

function written(format: LabelFormat, rows: readonly LabelRow[] = [row]): string {
  return [...labelFormat(format).write({ rows, records: [makeLabel()] })].join('');
}

function lines(format: LabelFormat): Record<string, unknown>[] {
  return written(format)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a file of labels', () => {
  it('is recognised by what it holds, whatever its name', () => {
    for (const format of LabelFormat.options) {
      assert.equal(detectLabelFormat('x', written(format)).format, format);
      assert.equal(detectLabelFormat('x', `\uFEFF${written(format)}`).format, format);
    }
  });

  it('of each format may hold nothing', () => {
    for (const format of LabelFormat.options) {
      const { rows, records, problems } = labelFormat(format).read(
        [...labelFormat(format).write({ rows: [], records: [] })].join(''),
      );
      assert.deepEqual([rows, records, problems], [[], [], []], format);
    }
  });

  it('in JSON Lines holds the records themselves', () => {
    assert.deepEqual(lines('jsonl'), [makeLabel()]);
  });

  it('as a table has a column for each field and one for each criterion', () => {
    const [head = ''] = written('csv').split('\r\n');
    const names = head.split(',');
    for (const name of [
      'id',
      'rater',
      'level',
      'revisedLevel',
      'samplingProbability',
      'accuracy',
    ]) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(!names.includes('criteria'));
  });

  it('as a table may have columns of its own, in any order, with any separator', () => {
    const table =
      'team;level;finalAnswer;question;rater;referenceAnswer\r\nred;Wrong;5;Q?;Cara;4\r\n';
    assert.equal(detectLabelFormat('x', table).format, 'csv');
    const { rows, problems } = labelFormat('csv').read(table);
    assert.deepEqual(problems, []);
    assert.deepEqual([rows[0]?.level, rows[0]?.finalAnswer, rows[0]?.blind], ['Wrong', '5', false]);
  });

  it('as a table names the rows that are none', () => {
    const table = written('csv').replace('Partially Correct', 'perhaps');
    assert.match(labelFormat('csv').read(table).problems.join(), /^row 2: level: /);
    const odd = written('csv', [{ ...row, milliseconds: 5 }]).replace(',5,', ',soon,');
    assert.match(labelFormat('csv').read(odd).problems.join(), /^row 2: milliseconds: /);
  });

  it('for Hugging Face has its column names and class numbers', () => {
    const [first] = lines('huggingface');
    assert.deepEqual(
      [first?.['label'], first?.['label_text'], first?.['final_label']],
      [1, 'Partially Correct', 2],
    );
    assert.deepEqual([first?.['reference_answer'], first?.['task_id']], ['4', 'task-1']);
    assert.ok(Object.keys(first ?? {}).every((name) => /^[a-z_]+$/.test(name)));
  });

  it('for Hugging Face needs a class that there is', () => {
    const { problems } = labelFormat('huggingface').read('{"label":3,"reference_answer":"4"}\n');
    assert.match(problems.join(), /^line 1: label: /);
  });

  it('for Inspect has a score by rater for each sample and epoch', () => {
    const two = written('inspect', [row, { ...row, id: 'label-2', rater: 'Ben' }]);
    const [first, second] = two
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([first?.['sample_id'], first?.['epoch'], second?.['epoch']], ['task-1', 1, 2]);
    const scores = first?.['scores'] as Record<string, Record<string, unknown>>;
    const score = scores[ann];
    assert.deepEqual(
      [score?.['value'], score?.['answer'], score?.['explanation']],
      ['C', 'four', 'in words'],
    );
  });

  it('for Inspect may hold the scores of several people in one line', () => {
    const [first] = lines('inspect');
    const scores = first?.['scores'] as Record<string, { metadata: LabelRow }>;
    const own = scores[ann];
    const other = { ...own, value: 'I', metadata: { ...own?.metadata, rater: 'Ben', id: 'b' } };
    const text = JSON.stringify({ ...first, scores: { ...scores, Ben: other } });
    const { rows } = labelFormat('inspect').read(text);
    assert.deepEqual(
      rows.map(({ rater, level, revisedLevel }) => [rater, level, revisedLevel]),
      [
        [ann, 'Partially Correct', 'Correct'],
        ['Ben', 'Partially Correct', 'Wrong'],
      ],
    );
  });

  it('for Langfuse has categorical scores with the note as comment', () => {
    const [score] = JSON.parse(written('langfuse')) as Record<string, unknown>[];
    assert.deepEqual(
      [
        score?.['dataType'],
        score?.['value'],
        score?.['comment'],
        score?.['traceId'],
        score?.['id'],
      ],
      ['CATEGORICAL', 'Correct', 'in words', 'task-1', 'label-1'],
    );
  });

  it('from the API of Langfuse is a page whose scores give their category as text', () => {
    const [score] = JSON.parse(written('langfuse')) as Record<string, unknown>[];
    const page = JSON.stringify({ data: [{ ...score, value: 1, stringValue: 'Wrong' }] });
    assert.equal(detectLabelFormat('x', page).format, 'langfuse');
    const { rows } = labelFormat('langfuse').read(page);
    assert.deepEqual([rows[0]?.level, rows[0]?.revisedLevel], ['Partially Correct', 'Wrong']);
    const numeric = JSON.stringify([{ ...score, value: 1 }]);
    const { problems } = labelFormat('langfuse').read(numeric);
    assert.match(
      problems.join(),
      /^score 1: its value is none of Correct, Partially Correct, Wrong/,
    );
  });

  it('that is cut off says so', () => {
    for (const format of ['langfuse', 'inspect', 'huggingface', 'jsonl'] as const) {
      const text = written(format);
      const { problems } = labelFormat(format).read(text.slice(0, text.length / 2));
      assert.match(problems.join(), /not JSON/, format);
    }
  });
});
