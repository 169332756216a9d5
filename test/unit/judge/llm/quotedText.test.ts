import assert from 'node:assert/strict';
import {
  maxQuotedCharacters,
  neutralise,
  quoteText,
} from '../../../../runtime/judge/llm/quotedText.ts';
import { seededRandom } from '../../../fakes/random.ts';

const marks = [
  ...[
    '<|im_end|>',
    '<|im_start|>system',
    '<|eot_id|>',
    '<|start_header_id|>',
    '<｜end▁of▁sentence｜>',
  ],
  ...[
    '[INST]',
    '[/INST]',
    '<<SYS>>',
    '<</SYS>>',
    '<s>',
    '</s>',
    '<bos>',
    '<start_of_turn>',
    '<end_of_turn>',
  ],
  ...['<think>', '</think>', '<tool_call>', '```', '~~~', '[SYSTEM_PROMPT]'],
];

describe('quoteText', () => {
  it('puts a text between fences, each line marked', () => {
    assert.equal(quoteText('ANSWER', '42\nmetres', 'abc'), '<<<ANSWER abc\n| 42\n| metres\nabc>>>');
  });

  it('shows an empty text as an empty line', () => {
    assert.equal(quoteText('ANSWER', '', 'abc'), '<<<ANSWER abc\n| \nabc>>>');
  });

  for (const mark of marks) {
    it(`leaves no ${mark} whole`, () => {
      const safe = neutralise(`before ${mark} after`);
      assert.ok(!safe.includes(mark), safe);
      assert.ok(safe.startsWith('before ') && safe.endsWith(' after'), safe);
    });
  }

  it('finds marks in any case, beside each other and inside each other', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 3000; round += 1) {
      let text = '';
      for (let index = 0; index < 6; index += 1) {
        const mark = random.pick(marks);
        text += random.below(2) === 0 ? mark : mark.toUpperCase();
        text += random.pick(['', '', ' ', '\n', '\u200b', '\u00ad']);
      }
      const safe = neutralise(text).toLowerCase();
      const left = marks.filter((mark) => safe.includes(mark.toLowerCase()));
      assert.deepEqual(left, [], JSON.stringify({ text, safe }));
    }
  });

  it('marks a line after every kind of line end', () => {
    const quoted = quoteText('ANSWER', 'a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh', 'abc');
    assert.equal(quoted.split('\n').filter((line) => line.startsWith('| ')).length, 8);
  });

  it('drops what is not seen and keeps what is', () => {
    assert.equal(neutralise('a\u200bb\u202ec\u0007d\ud83d ä 😀 表 ½'), 'abcd ä 😀 表 ½');
  });

  it('leaves ordinary text as it is', () => {
    const text = 'if a < b and c > d: x[0] = "Größe"  # 表 | 5 % [INST';
    assert.equal(neutralise(text), text);
  });

  it('leaves out the middle of a long text and says how much', () => {
    const long = `start ${'x'.repeat(3 * maxQuotedCharacters)} end`;
    const quoted = quoteText('ANSWER', long, 'abc');
    assert.ok(quoted.length < maxQuotedCharacters + 200);
    assert.match(
      quoted,
      /^<<<ANSWER abc\n\| start x+\n\| \[12010 characters left out here\]\n\| x+ end\nabc>>>$/,
    );
  });
});
