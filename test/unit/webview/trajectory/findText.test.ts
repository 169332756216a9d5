import assert from 'node:assert/strict';
import { findMatches, placesOf } from '../../../../webview/trajectory/find/findText.ts';
import { readingNotes } from '../../../../webview/trajectory/views/readingNotes.ts';
import { stepTexts, troubleText } from '../../../../webview/trajectory/views/stepTexts.ts';
import { makeStep } from '../../../fakes/records.ts';

const { observation } = makeStep();
const call = {
  ...{ index: 0, name: 'inspect_file_as_text', outcome: 'ok' as const },
  ...{ arguments: { file_path: 'a.pdf' }, preview: 'text', milliseconds: 1 },
};

describe('placesOf', () => {
  it('ignores case and takes every character as it is', () => {
    assert.deepEqual(placesOf('Row row (ROW)', 'row'), [0, 4, 9]);
    assert.deepEqual(placesOf('a.b a*b', 'a.b'), [0]);
    assert.deepEqual(placesOf('x[1] = (2)', '[1]'), [1]);
    assert.deepEqual(placesOf('aaaa', 'aa'), [0, 2]);
    assert.deepEqual(placesOf('anything', ''), []);
    assert.deepEqual(placesOf('İstanbul istanbul', 'istanbul'), [9]);
  });
});

describe('findMatches', () => {
  it('numbers the matches of each text', () => {
    const texts = [
      { field: 'thought', text: 'one two one' },
      { field: 'code', text: 'one' },
    ];
    assert.deepEqual(findMatches(7, texts, 'ONE'), [
      { step: 7, field: 'thought', nth: 0, offset: 0 },
      { step: 7, field: 'thought', nth: 1, offset: 8 },
      { step: 7, field: 'code', nth: 0, offset: 0 },
    ]);
  });

  it('looks through what is shown, not through hidden characters', () => {
    const texts = [{ field: 'thought', text: '\u001b[31mred\u001b[0m' }];
    assert.equal(findMatches(1, texts, 'red').length, 1);
    assert.equal(findMatches(1, texts, '31m').length, 0);
  });
});

describe('stepTexts', () => {
  it('has the texts in the order of the page and leaves out empty ones', () => {
    const step = makeStep({
      toolCalls: [call],
      observation: { ...observation, value: '3' },
    });
    assert.deepEqual(
      stepTexts(step).map(({ field }) => field),
      [
        'thought',
        'code',
        'toolCalls.0',
        'toolCalls.0.preview',
        'observation.stdout',
        'observation.value',
      ],
    );
  });
});

describe('troubleText', () => {
  const error = { type: 'KeyError', message: "'State'", line: 2, traceback: [] };
  it('shows the line and the message', () => {
    const step = makeStep({
      code: 'x = 1\n  y["State"]',
      observation: { ...observation, kind: 'python-error', error },
    });
    assert.equal(troubleText(step), `Line 2: y["State"]\nKeyError: 'State'`);
  });

  it('shows the frames when there are several', () => {
    const traceback = ['File "<step 1>", line 2, in f', 'File "<step 1>", line 3, in g'];
    const step = makeStep({
      observation: { ...observation, kind: 'python-error', error: { ...error, traceback } },
    });
    assert.equal(troubleText(step), [...traceback, "KeyError: 'State'"].join('\n'));
  });

  it('shows what was refused', () => {
    const refusals = [{ kind: 'import' as const, name: 'os', line: 1, message: 'No os.' }];
    const step = makeStep({ observation: { ...observation, kind: 'refused', refusals } });
    assert.equal(troubleText(step), 'No os.');
  });

  it('is empty when nothing went wrong', () => {
    assert.equal(troubleText(makeStep()), '');
  });
});

describe('readingNotes', () => {
  it('takes what the tool said', () => {
    const step = makeStep({ toolCalls: [{ ...call, notes: ['Page 9 is a scan.'] }] });
    assert.deepEqual(readingNotes(step), [{ file: 'a.pdf', text: 'Page 9 is a scan.' }]);
  });

  it('finds the list at the end of a text of an older recording', () => {
    const stdout = 'text\n\n[Notes on this text]\n- Hidden sheet Archive.\n- 14 fills.\nmore\n';
    const step = makeStep({ observation: { ...observation, stdout } });
    assert.deepEqual(
      readingNotes(step).map(({ text }) => text),
      ['Hidden sheet Archive.', '14 fills.'],
    );
  });

  it('says nothing twice', () => {
    const stdout = '[Notes on this text]\n- Page 9 is a scan.\n';
    const notes = ['Page 9 is a scan.'];
    const step = makeStep({
      toolCalls: [
        { ...call, notes },
        { ...call, index: 1, notes },
      ],
      observation: { ...observation, stdout },
    });
    assert.equal(readingNotes(step).length, 1);
    assert.deepEqual(readingNotes(makeStep()), []);
  });
});
