import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  foldedLine,
  foldedPiece,
  fromLineStart,
} from '../../../../runtime/remote/runs/foldedLog.ts';

const piece = (text: string, isWhole = true) => foldedPiece(Buffer.from(text), isWhole);

describe('foldedLine', () => {
  const cases: readonly (readonly [what: string, line: string, shown: string])[] = [
    ['a plain line', 'step 3', 'step 3'],
    ['a progress bar', '\r10%|#  |\r50%|## |\r100%|###|', '100%|###|'],
    ['a bar that was wiped at the end', '10%\r90%\r   \r', '90%'],
    ['a line of Windows', 'step 3\r', 'step 3'],
    ['colours', '\u001B[1;31mError\u001B[0m: no', 'Error: no'],
    ['cursor moves', '\u001B[2K\u001B[1Gdone', 'done'],
    ['a title', '\u001B]0;training\u0007done', 'done'],
    ['a link', '\u001B]8;;http://x\u001B\\text\u001B]8;;\u001B\\', 'text'],
    ['a bell and a null', 'a\u0007b\u0000c', 'abc'],
    ['a tab', 'a\tb', 'a\tb'],
    ['nothing', '', ''],
  ];
  for (const [what, line, shown] of cases) {
    it(`shows ${what}`, () => assert.equal(foldedLine(line), shown));
  }
});

describe('foldedPiece', () => {
  it('ends with the last whole line; the rest comes with the next piece', () => {
    assert.deepEqual(piece('one\ntwo\nthr'), { text: 'one\ntwo\n', bytes: 8 });
    assert.deepEqual(piece('thr'), { text: '', bytes: 0 });
  });

  it('ends with a redrawing of a bar, so that a bar moves while it is followed', () => {
    const first = piece('start\n10%\r20%\r3');
    assert.deepEqual(first, { text: 'start\n20%', bytes: 14 });
    assert.deepEqual(piece('30%\rdone\n'), { text: 'done\n', bytes: 9 });
  });

  it('cuts a line that is longer than a piece', () => {
    assert.deepEqual(piece('xxxx', false), { text: 'xxxx', bytes: 4 });
  });

  it('never cuts a line in two, wherever the pieces end', () => {
    const lines = fc.array(fc.stringMatching(/^[a-zä€ ]*$/), { maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 40 }), (texts, size) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        let [text, position, end] = ['', 0, size];
        while (position < bytes.length) {
          const folded = foldedPiece(bytes.subarray(position, end), true);
          text += folded.text;
          position += folded.bytes;
          end += size;
        }
        assert.equal(text, texts.map((one) => `${one.trim() === '' ? '' : one}\n`).join(''));
      }),
    );
  });
});

describe('fromLineStart', () => {
  it('drops the rest of a line that began before', () => {
    assert.equal(Buffer.from(fromLineStart(Buffer.from('est\nof it\n'))).toString(), 'of it\n');
    assert.equal(Buffer.from(fromLineStart(Buffer.from('no end'))).toString(), 'no end');
  });
});
