import assert from 'node:assert/strict';
import iconv from 'iconv-lite';
import { decodeText, encodingNote, looksLikeText } from '../../../runtime/documents/charset.ts';

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('decodeText', () => {
  const marked: readonly (readonly [name: string, bytes: Uint8Array])[] = [
    ['utf-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8('Grüße')])],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')])],
    ['utf-16be', iconv.encode('Grüße', 'utf-16be', { addBOM: true })],
    ['utf-32le', iconv.encode('Grüße', 'utf-32le', { addBOM: true })],
  ];
  for (const [name, bytes] of marked) {
    it(`follows the byte order mark of ${name} and leaves it out`, () => {
      assert.deepEqual(decodeText(bytes), { text: 'Grüße', encoding: name, certain: true });
    });
  }
  it('takes valid UTF-8 without a mark as certain', () => {
    assert.deepEqual(decodeText(utf8('naïve – 日本')), {
      text: 'naïve – 日本',
      encoding: 'utf-8',
      certain: true,
    });
  });
  it('leaves out a character that the end of the bytes cuts in two', () => {
    assert.equal(decodeText(utf8('abcü').subarray(0, 4)).text, 'abc');
  });
  it('finds UTF-16 without a mark by its zero bytes', () => {
    assert.equal(decodeText(Buffer.from('plain words', 'utf16le')).text, 'plain words');
    assert.equal(
      decodeText(iconv.encode('plain words', 'utf-16be', { addBOM: false })).text,
      'plain words',
    );
  });
  it('prefers what the document declares to its own guess', () => {
    const bytes = iconv.encode('Ünïcode', 'iso-8859-15');
    assert.equal(decodeText(bytes, 'ISO-8859-15').encoding, 'iso-8859-15');
    assert.equal(decodeText(utf8('x'), 'no-such-charset').encoding, 'utf-8');
  });

  const guessed: readonly (readonly [encoding: string, text: string])[] = [
    [
      'windows-1252',
      'Rechnung;Lieferant\r\nR-1;Müller Bootsbedarf\r\nR-2;Seilerei Grönwold\r\nR-3;Kümmel & Söhne',
    ],
    ['windows-1252', 'Le café “déjà vu” coûte 3 € à la gare de l’été'],
    ['windows-1252', 'größe über Straße mögen'],
    ['windows-1252', 'El niño comió piñas en España; ¿qué tal? ¡Adiós!'],
    ['windows-1252', 'Ærø Ålborg blåbærgrød'],
    ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Město Brno leží na Moravě.'],
    ['windows-1250', 'Árvíztűrő tükörfúrógép. Őszi hűvös szél fúj a mezőn keresztül.'],
    [
      'windows-1254',
      'İstanbul’da güneşli bir gün, ağaçların gölgesinde çay içtik. Şehir ışıl ışıl.',
    ],
    ['windows-1253', 'Η γρήγορη αλεπού πηδάει πάνω από το τεμπέλικο σκυλί'],
    ['iso-8859-2', 'Zażółć gęślą jaźń. Książę Łukasz mieszka w Łodzi, źródło światła gaśnie.'],
    ['koi8-r', 'Съешь же ещё этих мягких французских булок, да выпей чаю.'],
    ['windows-1251', 'Съешь же ещё этих мягких французских булок, да выпей чаю. Привет, мир!'],
    ['shift_jis', '日本語のテキストです。これは文字コードの判定を試すための文章です。'],
    ['gb18030', '这是一个用来测试编码检测的中文句子。我们希望它能够被正确识别出来。'],
    ['euc-kr', '이것은 인코딩 감지를 시험하기 위한 한국어 문장입니다. 잘 읽혀야 합니다.'],
    ['windows-1250', 'Zażółć gęślą jaźń. Książę Łukasz mieszka w Łodzi, źródło światła gaśnie.'],
  ];
  for (const [encoding, text] of guessed) {
    it(`reads ${encoding}: ${text.slice(0, 12).replace(/\s+/g, ' ')}`, () => {
      const decoded = decodeText(iconv.encode(text, encoding));
      assert.equal(decoded.text, text, decoded.encoding);
      assert.equal(decoded.certain, false);
    });
  }
  it('says that a guess is a guess', () => {
    assert.match(
      encodingNote({ text: '', encoding: 'cp1252', certain: false }) ?? '',
      /read as cp1252/,
    );
    assert.equal(encodingNote({ text: '', encoding: 'utf-8', certain: true }), null);
  });
});

describe('looksLikeText', () => {
  const texts = [
    utf8('a'),
    utf8('日本'),
    Buffer.from('wide', 'utf16le'),
    iconv.encode('Größe', 'cp1252'),
    utf8('a\tb\r\n\f'),
  ];
  for (const bytes of texts) {
    it(`takes ${Buffer.from(bytes).toString('hex').slice(0, 20)} for text`, () =>
      assert.ok(looksLikeText(bytes)));
  }
  it('takes a log with a few colour codes for text', () => {
    assert.ok(
      looksLikeText(
        utf8(`${'a line of a log file, long enough\n'.repeat(20)}\u001b[31mred\u001b[0m`),
      ),
    );
  });
  it('does not take binary data for text', () => {
    assert.ok(!looksLikeText(Uint8Array.from([1, 2, 0, 4])));
    assert.ok(!looksLikeText(Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256)));
    assert.ok(!looksLikeText(Buffer.from('\x01\x02\x03\x04 few words', 'latin1')));
  });
});
