// Pictures to Markdown: format, size, what the picture says about itself, and the text in it as far as OCR finds some.
import { errorMessage } from '../../support/errors.ts';
import type { Converter, DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { describeExif } from './imageExif.ts';
import type { ImageHeader } from './imageHeader.ts';
import { imageHeader } from './imageHeader.ts';
import { countPages, prepareForOcr } from './imagePreparation.ts';
import type { RecognisedText, TextRecogniser } from './textRecogniser.ts';

/** Larger pictures are not decoded: a small file can claim any size. */
const maxPixels = 100_000_000;
/** Pages of a TIFF file that are read; each takes seconds. */
const maxPages = 5;
/** Below this certainty the engine has read shapes that are no letters. */
const minConfidence = 50;

interface Reading {
  readonly text: readonly string[];
  readonly lost: readonly string[];
}

export function imageConverter(recogniser: TextRecogniser | null): Converter {
  return {
    format: 'image',
    recognise: ({ bytes }) => (imageHeader(bytes) === null ? 0 : 1),
    convert: (source, { signal }) => convertImage(source, recogniser, signal),
  };
}

async function convertImage(
  source: DocumentSource,
  recogniser: TextRecogniser | null,
  signal: AbortSignal,
): Promise<DocumentText> {
  const header = imageHeader(source.bytes);
  if (header === null) throw new DocumentError('corrupt', `${source.name} is no picture.`);
  const { format, width, height } = header;
  const size = width === null || height === null ? 'size unknown' : `${width} x ${height} pixels`;
  const reading = await readText(source, header, recogniser, signal);
  const text = [
    `Picture: ${format.toUpperCase()}, ${size}, ${source.bytes.length} bytes`,
    ...describeExif(source.bytes),
    '',
    ...reading.text,
  ];
  const lost = [
    'What the picture shows is not described, apart from the text that OCR found in it.',
    ...reading.lost,
  ];
  return { format, text: text.join('\n').trim(), lost };
}

async function readText(
  source: DocumentSource,
  header: ImageHeader,
  recogniser: TextRecogniser | null,
  signal: AbortSignal,
): Promise<Reading> {
  if (recogniser === null) return unread('no OCR engine is switched on');
  if ((header.width ?? 0) * (header.height ?? 0) > maxPixels) {
    return unread(`it has more than ${maxPixels / 1e6} million pixels`);
  }
  const count = await countPages(source.bytes);
  // The frames of an animation are much alike; the pages of a TIFF file are a document.
  const wanted = header.format === 'tiff' ? Math.min(count, maxPages) : 1;
  const readings: Reading[] = [];
  for (let page = 0; page < wanted; page += 1) {
    readings.push(await readPage({ source, header, page, recogniser }, signal));
  }
  return joinReadings(readings, count);
}

interface PageJob {
  readonly source: DocumentSource;
  readonly header: ImageHeader;
  /** From 0. */
  readonly page: number;
  readonly recogniser: TextRecogniser;
}

async function readPage(
  { source, header, page, recogniser }: PageJob,
  signal: AbortSignal,
): Promise<Reading> {
  const picture = await prepareForOcr(source.bytes, header, page);
  if (picture === null) {
    return unread(`this ${header.format.toUpperCase()} file is damaged or cannot be decoded here`);
  }
  try {
    return describeText(await recogniser.recognise(picture, signal), recogniser.language);
  } catch (error) {
    signal.throwIfAborted();
    return unread(`OCR failed: ${errorMessage(error)}`);
  }
}

function describeText({ text, confidence }: RecognisedText, language: string): Reading {
  if (text === '' || confidence < minConfidence) {
    return { text: ['OCR found no readable text in the picture.'], lost: [] };
  }
  return {
    text: [`Text in the picture (OCR, confidence ${Math.round(confidence)} %):`, '', text],
    lost: [`The text was read by OCR (${language}); letters and digits may be wrong.`],
  };
}

/** @param count pages or frames that the file has */
function joinReadings(readings: readonly Reading[], count: number): Reading {
  const text = readings.flatMap((reading, index) =>
    readings.length === 1
      ? reading.text
      : [`## Page ${index + 1} of ${count}`, '', ...reading.text, ''],
  );
  const lost = [...new Set(readings.flatMap((reading) => reading.lost))];
  const left = count - readings.length;
  if (left > 0)
    lost.push(`Only the first ${readings.length} of ${count} pages or frames were read.`);
  return { text, lost };
}

function unread(reason: string): Reading {
  return { text: [], lost: [`Text in the picture was not looked for: ${reason}.`] };
}
