import assert from 'node:assert/strict';
import fc from 'fast-check';
import { visibleLine, visibleText } from '../../../../webview/text/visibleText.ts';

describe('text that is not trusted', () => {
  const cases: [what: string, text: string, shown: string][] = [
    ['keeps what can be read', 'Größe: 3 €\t✓ 😀 שלום', 'Größe: 3 €\t✓ 😀 שלום'],
    ['keeps emoji that are joined', '👨‍👩‍👧 ✈️', '👨‍👩‍👧 ✈️'],
    ['keeps line ends, also of Windows', 'a\r\nb\n', 'a\nb\n'],
    ['shows a carriage return that would overwrite', '10%\r20%', '10%␍20%'],
    ['shows other control characters', 'a\u0000b\u0007\u007f\u0085', 'a␀b␇␡⟨U+0085⟩'],
    ['takes colours out', '\u001b[1;31merror\u001b[0m: x', 'error: x'],
    ['takes cursor moves out', 'a\u001b[2J\u001b[10;10Hb\u009b2K', 'ab'],
    ['takes links and titles out', '\u001b]8;;http://x.test\u001b\\here\u001b]8;;\u0007', 'here'],
    ['takes a title without an end out', 'a\u001b]0;title', 'a'],
    ['shows a lone escape', 'a\u001b', 'a␛'],
    ['shows marks that turn the direction', 'a\u202eexe.txt', 'a⟨U+202E⟩exe.txt'],
    ['shows isolates', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['shows what has no width', 'pass\u200bword\ufeff', 'pass⟨U+200B⟩word⟨U+FEFF⟩'],
    ['shows tag characters', 'a\u{e0041}\u{e007f}', 'a⟨U+E0041⟩⟨U+E007F⟩'],
    ['leaves HTML as text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ];
  for (const [what, text, shown] of cases) {
    it(what, () => assert.equal(visibleText(text), shown));
  }

  it('never holds a control or direction character, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(
          visibleText(text),
          // eslint-disable-next-line no-control-regex -- control characters must not be there
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
      }),
    );
  });

  it('does not change what it has made', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = visibleText(text);
        assert.equal(visibleText(once), once);
      }),
    );
  });

  it('copes with long text in little time', () => {
    const text = '\u001b[31m' + 'x\u001b['.repeat(200_000);
    const started = performance.now();
    visibleText(text);
    assert.ok(performance.now() - started < 2000);
  });

  it('is one line where one line is shown', () => {
    assert.equal(visibleLine('  a\n\n b\tc '), 'a b c');
  });
});
