// OCR with tesseract.js and the English data that is installed beside it. Nothing is ever downloaded: engine and data are
// found by path, and no cache is written. The words are laid out by their places, as the text of a PDF is.
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Line, Page, Worker } from 'tesseract.js';
import { cutOut, uncoveredStrips } from '../pdf/inkStrips.ts';
import { layOutPage } from '../pdf/pdfLayout.ts';
import type { TextPiece } from '../pdf/pdfText.ts';
import type { GreyPicture, Picture, RecognisedText, TextRecogniser } from './textRecogniser.ts';

/** Strips below this are shapes and not letters. */
const minStripConfidence = 60;

export class TesseractRecogniser implements TextRecogniser {
  readonly language = 'English';
  readonly #onSlowWork: () => void;
  #engine: Promise<Worker> | null = null;

  /** `onSlowWork` is called before each picture, which takes seconds. */
  constructor(onSlowWork: () => void) {
    this.#onSlowWork = onSlowWork;
  }

  async recognise(picture: Picture, signal: AbortSignal): Promise<RecognisedText> {
    signal.throwIfAborted();
    this.#onSlowWork();
    const engine = await this.#start();
    const page = await readBlock(engine, picture);
    const pieces = piecesOf(page, 0);
    if (picture.kind === 'grey') pieces.push(...(await readLeftOver(engine, picture, pieces)));
    signal.throwIfAborted();
    const width = Math.max(0, ...pieces.map((piece) => piece.right));
    return { text: layOutPage(pieces, width), confidence: page.confidence };
  }

  /** An engine that could not start is tried again with the next picture. */
  async #start(): Promise<Worker> {
    this.#engine ??= startEngine();
    try {
      return await this.#engine;
    } catch (error) {
      this.#engine = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    const engine = await this.#engine;
    this.#engine = null;
    await engine?.terminate();
  }
}

async function startEngine(): Promise<Worker> {
  const { createWorker, OEM, PSM } = await import('tesseract.js');
  const engine = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: dataFolder(),
    gzip: true,
    cacheMethod: 'none',
  });
  // The page as one block: measured on scanned forms, this loses few words, while automatic segmentation loses many.
  await engine.setParameters({
    user_defined_dpi: '300',
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
  });
  return engine;
}

function dataFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json');
  return path.join(path.dirname(manifest), '4.0.0_best_int');
}

async function readBlock(engine: Worker, picture: Picture): Promise<Page> {
  const { data } = await engine.recognize(encoded(picture), {}, { text: false, blocks: true });
  return data;
}

/** Headings of another size, which reading the page as one block passes over. */
async function readLeftOver(
  engine: Worker,
  picture: GreyPicture,
  pieces: readonly TextPiece[],
): Promise<TextPiece[]> {
  const found: TextPiece[] = [];
  for (const strip of uncoveredStrips(picture, pieces)) {
    const { picture: part, top } = cutOut(picture, strip);
    const page = await readBlock(engine, part);
    if (page.confidence >= minStripConfidence) found.push(...piecesOf(page, top));
  }
  return found;
}

/** @param top of the picture that was read, on the page */
function piecesOf(page: Page, top: number): TextPiece[] {
  const lines = (page.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines),
  );
  return lines.flatMap((line) => wordsOf(line, top));
}

/** The words of a crooked line rise and fall; all of them get the line's own middle. */
function wordsOf(line: Line, top: number): TextPiece[] {
  const baseline = top + (line.baseline.y0 + line.baseline.y1) / 2;
  const size = line.rowAttributes.rowHeight;
  return line.words.map(({ text, bbox }) => ({
    // Words of small print stand so close that the layout would join them.
    text: `${text} `,
    left: bbox.x0,
    right: bbox.x1,
    baseline,
    size,
  }));
}

/** Grey pixels as a PGM file, which the engine reads without any picture library on our side. */
function encoded(picture: Picture): Buffer {
  if (picture.kind === 'encoded') return Buffer.from(picture.bytes);
  const header = `P5\n${picture.width} ${picture.height}\n255\n`;
  return Buffer.concat([Buffer.from(header, 'latin1'), picture.pixels]);
}
