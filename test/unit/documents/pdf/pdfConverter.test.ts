import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { DocumentText } from '../../../../runtime/documents/document.ts';
import { DocumentError } from '../../../../runtime/documents/document.ts';
import { pdfConverter } from '../../../../runtime/documents/pdf/pdfConverter.ts';
import type { ScanReader } from '../../../../runtime/documents/pdf/pdfScans.ts';
import * as pdf from '../../../fakes/pdfFiles.ts';
import { BrokenRecogniser, FakeRecogniser } from '../../../fakes/textRecogniser.ts';

const limits = { maxPages: 2, milliseconds: 1_000, readMilliseconds: 5_000 };
const noOcr: ScanReader = { recogniser: null, now: () => 0, limits };

function convert(
  bytes: Uint8Array,
  scanReader = noOcr,
  signal?: AbortSignal,
): Promise<DocumentText> {
  const context = {
    signal: signal ?? new AbortController().signal,
    convertInner: () => assert.fail('a PDF holds no documents that are opened'),
  };
  return pdfConverter(scanReader).convert({ name: 'file.pdf', bytes }, context);
}

/** A picture of grey noise-free stripes, which is no text. */
async function scan(): Promise<Uint8Array> {
  const pixels = Buffer.alloc(80 * 40, 200);
  return sharp(pixels, { raw: { width: 80, height: 40, channels: 1 } })
    .png()
    .toBuffer();
}

describe('pdfConverter', () => {
  it('recognises the header, also after other bytes', () => {
    const score = (text: string): number =>
      pdfConverter(noOcr).recognise({ name: 'x', bytes: new Uint8Array(Buffer.from(text)) });
    assert.equal(score('%PDF-1.7'), 1);
    assert.equal(score('HTTP/1.1 200 OK\n\n%PDF-1.4'), 1);
    assert.equal(score('a text about %PDF'), 0);
  });

  it('marks pages and keeps the columns of a table', async () => {
    const rows = [
      ['Boat', 'Defect', 'Class'],
      ['Siskin', 'Crack in the keel plank', 'A'],
      ['Tern', '', 'B'],
    ];
    const table = rows.flatMap((row, line) =>
      row.flatMap((text, cell) =>
        text === '' ? [] : [{ text, x: 50 + cell * 170, y: 100 + line * 18 }],
      ),
    );
    const { text, lost } = await convert(
      await pdf.pdfOfTexts([[{ text: 'Defects found', x: 50, y: 60 }], table]),
    );
    assert.match(text, /## Page 1 of 2\n\nDefects found/);
    const [header = '', siskin = '', tern = ''] = (text.split('## Page 2 of 2\n\n')[1] ?? '').split(
      '\n',
    );
    assert.equal(siskin.indexOf('A'), header.indexOf('Class'));
    assert.equal(tern.indexOf('B'), header.indexOf('Class'));
    assert.equal(siskin.indexOf('Crack'), header.indexOf('Defect'));
    assert.deepEqual(lost, []);
  });
  it('tells title and dates', async () => {
    const { text } = await convert(
      await pdf.pdfOfTexts([[{ text: 'x', x: 9, y: 9 }]], { title: 'Season report' }),
    );
    assert.match(text, /^Title: Season report \| Created: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  });
  it('reads a page that was drawn sideways', async () => {
    const texts = [
      { text: 'Turned heading', x: 50, y: 50 },
      { text: 'below it', x: 50, y: 70 },
    ];
    const { text } = await convert(await pdf.pdfOfTexts([texts], { turned: true }));
    assert.match(text, /Turned heading\nbelow it/);
  });
  it('tells form values, notes and links', async () => {
    const { text } = await convert(await pdf.pdfForm());
    for (const line of [
      '- guest.name: Ada Palmer',
      '- guest.phone: (empty)',
      '- with skipper: [x] Yes',
      '- with dog: [ ] not ticked',
      '- boat: (chosen) 1',
      '- Text by R. Thomsen: Call back before Friday',
      '- Terms of hire: https://boats.example/terms',
    ]) {
      assert.ok(text.includes(line), `${line} is missing in\n${text}`);
    }
    assert.equal(text.match(/- boat:/g)?.length, 1, 'one line for a group of radio buttons');
  });
  it('reads Chinese text by the character maps of the library', async () => {
    const { text } = await convert(await pdf.pdfInChinese());
    assert.match(text, /你好 2025/);
  });
  it('refuses a file with a password', async () => {
    await assert.rejects(convert(await pdf.pdfWithPassword()), (error: unknown) => {
      assert.ok(error instanceof DocumentError);
      assert.equal(error.problem, 'password');
      assert.match(error.message, /file\.pdf is protected by a password/);
      return true;
    });
  });
  it('refuses a file without any structure', async () => {
    await assert.rejects(convert(new Uint8Array(Buffer.from('%PDF-1.7 and nothing else'))), {
      name: 'DocumentError',
      problem: 'corrupt',
    });
  });
  it('stops between pages when cancelled', async () => {
    await assert.rejects(convert(await pdf.longReport(2), noOcr, AbortSignal.abort()), {
      name: 'AbortError',
    });
  });
});

describe('pdfConverter.openMember', () => {
  const never = new AbortController().signal;
  const open = async (member: string, scanReader = noOcr) => {
    const source = { name: 'file.pdf', bytes: await pdf.longReport(6) };
    const opened = await pdfConverter(scanReader).openMember?.(source, member, never);
    return Buffer.from(opened?.bytes ?? []).toString();
  };

  it('gives the pages that were asked for', async () => {
    const text = await open('pages 3-4');
    assert.match(text, /^## Page 3 of 6\n\nChapter 3\n/);
    assert.deepEqual(text.match(/^## Page \d/gm), ['## Page 3', '## Page 4']);
    assert.match(await open('page 6'), /^## Page 6 of 6/);
  });
  it('gives what there is when the range goes past the end', async () => {
    assert.deepEqual((await open('5-99')).match(/^## Page \d/gm), ['## Page 5', '## Page 6']);
  });
  it('refuses pages that do not exist and other parts', async () => {
    await assert.rejects(open('pages 7-9'), /file\.pdf has 6 pages; page 7 does not exist\./);
    for (const member of ['notes.txt', 'pages 4-2', 'page 0', 'pages']) {
      await assert.rejects(open(member), {
        problem: 'no-member',
        message: `file.pdf is a PDF and has no part "${member}". Name pages of it: 'file.pdf/pages 3-5'.`,
      });
    }
  });
  it('stops at the limit of time, keeps what was read and says how to get the rest', async () => {
    let now = 0;
    const { text, lost } = await convert(await pdf.longReport(6), {
      ...noOcr,
      now: () => (now += 2_000),
    });
    assert.deepEqual(text.match(/^## Page \d/gm), ['## Page 1', '## Page 2', '## Page 3']);
    assert.deepEqual(lost, [
      "Pages 4-6: not read, since the file is too long for one call. Ask for them in parts: 'file.pdf/pages 4-103'.",
    ]);
  });
});

describe('pdfConverter with scanned pages', () => {
  it('reads them by OCR and says how sure it is', async () => {
    const recogniser = new FakeRecogniser('Blood pressure   142/88', 87.4);
    const bytes = await pdf.pdfOfScans([await scan(), 'A page with enough text of its own']);
    const { text, lost } = await convert(bytes, { recogniser, now: () => 0, limits });
    assert.match(
      text,
      /## Page 1 of 2 \(scanned; read by OCR, confidence 87 %\)\n\nBlood pressure {3}142\/88/,
    );
    assert.match(text, /## Page 2 of 2\n\nA page with enough/);
    assert.deepEqual(lost, [
      'Page 1: scanned and read by OCR (English), so letters and digits may be wrong.',
    ]);
    const [picture] = recogniser.shown;
    assert.ok(picture?.kind === 'grey');
    assert.equal(picture.width, Math.floor((400 / 72) * 300), 'drawn at 300 dots an inch');
    assert.equal(picture.pixels.length, picture.width * picture.height);
  });
  it('names a blank page', async () => {
    const { text, lost } = await convert(await pdf.pdfOfScans([null]), noOcr);
    assert.match(text, /## Page 1 of 1 \(blank\)$/);
    assert.deepEqual(lost, []);
  });
  it('stops at the limit of pages and says which were not read', async () => {
    const recogniser = new FakeRecogniser('words');
    const picture = await scan();
    const bytes = await pdf.pdfOfScans([picture, picture, picture, picture]);
    const { text, lost } = await convert(bytes, { recogniser, now: () => 0, limits });
    assert.equal(recogniser.shown.length, 2);
    assert.match(text, /## Page 3 of 4 \(scanned; not read\)/);
    assert.ok(
      lost.includes(
        'Pages 3-4: scanned and not read (at most 2 scanned pages are read at once, for up to 1 s; ask for these pages alone).',
      ),
      lost.join('\n'),
    );
  });
  it('stops when the time for OCR is over', async () => {
    const picture = await scan();
    let now = 0;
    const recogniser = new FakeRecogniser('words');
    const { text } = await convert(await pdf.pdfOfScans([picture, picture]), {
      recogniser,
      now: () => (now += 900),
      limits,
    });
    assert.equal(recogniser.shown.length, 1);
    assert.match(text, /## Page 2 of 2 \(scanned; not read\)/);
  });
  it('names scanned pages when there is no engine', async () => {
    const { text, lost } = await convert(await pdf.pdfOfScans([await scan()]), noOcr);
    assert.match(text, /\(scanned; not read\)/);
    assert.deepEqual(lost, ['Page 1: scanned and not read (no OCR engine is switched on).']);
  });
  it('keeps the other pages when OCR fails', async () => {
    const bytes = await pdf.pdfOfScans([await scan(), 'A page with enough text of its own']);
    const recogniser = new BrokenRecogniser();
    const { text, lost } = await convert(bytes, { recogniser, now: () => 0, limits });
    assert.match(text, /A page with enough text/);
    assert.deepEqual(lost, [
      'Page 1: scanned and not read (OCR failed: the engine is not installed).',
    ]);
  });
  it('says when OCR found nothing', async () => {
    const bytes = await pdf.pdfOfScans([await scan()]);
    const recogniser = new FakeRecogniser('');
    const { text } = await convert(bytes, { recogniser, now: () => 0, limits });
    assert.match(text, /\[OCR found no text on this page\.\]/);
  });
});

describe('lostOfPdf', () => {
  it('counts pictures beside the text', async () => {
    const document = await pdf.pdfWithPicture(
      await scan(),
      'A caption that is long enough to count',
    );
    const { lost } = await convert(document);
    assert.deepEqual(lost, ['One picture is not part of the text.']);
  });
});
