import assert from 'node:assert/strict';
import { excerptFor } from '../../../runtime/tools/textExcerpt.ts';

const filler = (topic: string, lines: number): string =>
  Array.from(
    { length: lines },
    (_, line) => `${topic} remark ${line}, nothing of importance.`,
  ).join('\n');

const report = [
  'Annual report of the harbour',
  '## Page 1 of 4',
  filler('Weather', 60),
  '## Page 2 of 4',
  filler('Traffic', 60),
  '## Page 3 of 4',
  `${filler('Money', 30)}\nThe crane cost 48,200 euro in repairs.\n${filler('Money', 30)}`,
  '## Page 4 of 4',
  filler('Staff', 60),
].join('\n');

describe('excerptFor', () => {
  it('gives a text that fits whole', () => {
    assert.deepEqual(excerptFor('anything?', report, report.length), {
      text: report,
      shownCharacters: report.length,
    });
  });
  it('shows the passage with the rare words of the question, under its heading', () => {
    const { text, shownCharacters } = excerptFor(
      'What did the repairs of cranes cost?',
      report,
      3_000,
    );
    assert.match(text, /## Page 3 of 4\n[\s\S]*crane cost 48,200 euro/);
    assert.ok(text.length <= 3_000, `${text.length}`);
    assert.ok(shownCharacters < report.length);
    assert.match(text, /\[\.\.\.\]/);
  });
  it('always shows the beginning, and keeps the order of the text', () => {
    const { text } = excerptFor('staff', report, 3_000);
    assert.match(text, /^Annual report of the harbour/);
    assert.ok(text.indexOf('Annual') < text.indexOf('## Page 4'));
  });
  it('takes the beginning when no word of the question occurs', () => {
    const { text } = excerptFor('zebra?', report, 3_000);
    assert.match(text, /^Annual report of the harbour\n## Page 1 of 4\nWeather remark 0/);
  });
  it('keeps the limit for any size, and for one endless line', () => {
    const endless = 'word '.repeat(20_000);
    for (const limit of [0, 1, 50, 500, 5_000, 50_000]) {
      assert.ok(excerptFor('crane', report, limit).text.length <= limit, `${limit}`);
      assert.ok(excerptFor('word', endless, limit).text.length <= limit, `${limit}, endless`);
    }
  });
  it('is quick on megabytes', () => {
    const large = `${report}\n`.repeat(300);
    const started = performance.now();
    excerptFor('What did the repairs of cranes cost?', large, 20_000);
    assert.ok(performance.now() - started < 4_000);
  });
});
