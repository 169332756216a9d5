// PDF files made for tests with pdf-lib.
import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** From the top of the page, in points. */
  readonly y: number;
  readonly size?: number;
}

/** A file with one page for each list of texts, 595 x 842 points. */
export async function pdfOfTexts(
  pages: readonly (readonly PlacedText[])[],
  options: { readonly turned?: boolean; readonly title?: string } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  if (options.title !== undefined) document.setTitle(options.title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const texts of pages) {
    const page = document.addPage([595, 842]);
    if (options.turned === true) page.setRotation(degrees(90));
    for (const { text, x, y, size = 11 } of texts) {
      page.drawText(text, { x, y: 842 - y, size, font });
    }
  }
  return bytesOf(document);
}

/** A long report: numbered pages of prose with a table on each. */
export function longReport(pageCount: number): Promise<Uint8Array<ArrayBuffer>> {
  const pages = Array.from({ length: pageCount }, (_, index) => [
    { text: `Chapter ${index + 1}`, x: 50, y: 60, size: 18 },
    ...Array.from({ length: 30 }, (_line, line) => ({
      text: `Line ${line + 1} of page ${index + 1} says that the boats were counted again in the morning.`,
      x: 50,
      y: 90 + line * 14,
    })),
    ...Array.from({ length: 12 }, (_row, row) => tableRow(520 + row * 16, index, row)).flat(),
  ]);
  return pdfOfTexts(pages);
}

function tableRow(y: number, page: number, row: number): PlacedText[] {
  return [
    { text: `Item ${row + 1}`, x: 50, y },
    { text: `${(page + 1) * (row + 1)}`, x: 200, y },
    { text: `${((page + 7) * (row + 3)) % 97}.50`, x: 300, y },
    { text: row % 2 === 0 ? 'paid' : 'open', x: 420, y },
  ];
}

/** A form with a name, a ticked and an unticked box, and a choice of radio buttons; a note and a link besides. */
export async function pdfForm(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  page.drawText('Booking form for boats and skippers', { x: 30, y: 370, size: 12 });
  const form = document.getForm();
  const name = form.createTextField('guest.name');
  name.setText('Ada Palmer');
  name.addToPage(page, { x: 30, y: 320, width: 150, height: 20 });
  form.createTextField('guest.phone').addToPage(page, { x: 30, y: 280, width: 150, height: 20 });
  const ticked = form.createCheckBox('with skipper');
  ticked.addToPage(page, { x: 30, y: 250, width: 12, height: 12 });
  ticked.check();
  form.createCheckBox('with dog').addToPage(page, { x: 30, y: 230, width: 12, height: 12 });
  const boats = form.createRadioGroup('boat');
  boats.addOptionToPage('Wren', page, { x: 30, y: 200, width: 12, height: 12 });
  boats.addOptionToPage('Tern', page, { x: 60, y: 200, width: 12, height: 12 });
  boats.select('Tern');
  addAnnotations(document);
  return bytesOf(document);
}

function addAnnotations(document: PDFDocument): void {
  const page = document.getPage(0);
  const note = document.context.obj({
    Type: 'Annot',
    Subtype: 'Text',
    Rect: [200, 200, 220, 220],
    Contents: PDFString.of('Call back before Friday'),
    T: PDFString.of('R. Thomsen'),
  });
  const link = document.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [30, 100, 130, 112],
    A: { S: 'URI', URI: PDFString.of('https://boats.example/terms') },
  });
  page.drawText('Terms of hire', { x: 30, y: 102, size: 10 });
  for (const annotation of [note, link]) page.node.addAnnot(document.context.register(annotation));
}

/** Pages that hold a picture and no text, as a scanner makes them; null gives a blank page, text a page of text. */
export async function pdfOfScans(
  pages: readonly (Uint8Array | string | null)[],
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  for (const content of pages) {
    const page = document.addPage([400, 200]);
    if (typeof content === 'string') page.drawText(content, { x: 20, y: 150, size: 12 });
    if (!(content instanceof Uint8Array)) continue;
    const picture = await document.embedPng(content);
    page.drawImage(picture, { x: 0, y: 0, width: 400, height: 200 });
  }
  return bytesOf(document);
}

/** One page with a picture and a caption. */
export async function pdfWithPicture(
  png: Uint8Array,
  caption: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 200]);
  page.drawImage(await document.embedPng(png), { x: 20, y: 60, width: 100, height: 50 });
  page.drawText(caption, { x: 20, y: 30, size: 10 });
  return bytesOf(document);
}

/** A page in a Chinese font that is not embedded: only the predefined character maps say what its codes mean. */
export async function pdfInChinese(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const { context } = document;
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType0',
    BaseFont: 'STSong-Light',
    CIDSystemInfo: {
      Registry: PDFString.of('Adobe'),
      Ordering: PDFString.of('GB1'),
      Supplement: 4,
    },
    FontDescriptor: context.register(
      context.obj({ Type: 'FontDescriptor', FontName: 'STSong-Light', Flags: 4, ItalicAngle: 0 }),
    ),
  });
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'STSong-Light',
    Encoding: 'UniGB-UCS2-H',
    DescendantFonts: [context.register(descendant)],
  });
  const page = document.addPage([300, 200]);
  page.node.setFontDictionary(PDFName.of('F1'), context.register(font));
  const codes = Buffer.from('你好 2025', 'utf16le').swap16().toString('hex');
  const content = context.stream(`BT /F1 20 Tf 30 100 Td <${codes}> Tj ET`);
  page.node.set(PDFName.of('Contents'), context.register(content));
  return bytesOf(document, false);
}

/** A file that asks for a password: its encryption record fits no password. */
export async function pdfWithPassword(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.addPage().drawText('secret');
  const record = document.context.obj({ Filter: 'Standard', V: 1, R: 2, P: -4 });
  for (const key of ['O', 'U']) record.set(PDFName.of(key), PDFString.of('x'.repeat(32)));
  document.context.trailerInfo.Encrypt = document.context.register(record);
  const id = PDFString.of('0123456789abcdef');
  document.context.trailerInfo.ID = document.context.obj([id, id]);
  return bytesOf(document, false);
}

async function bytesOf(
  document: PDFDocument,
  useObjectStreams = true,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await document.save({ useObjectStreams }));
}
