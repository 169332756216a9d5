// Pictures to Markdown: format, size, what the picture says about itself, and the text in it as far as OCR finds some.
import { errorMessage } from '../support/errors.ts';
import type { Converter, DocumentSource, DocumentText } from './document.ts';
import { DocumentError } from './document.ts';
import { describeExif } from './imageExif.ts';
import type { ImageHeader } from './imageHeader.ts';
import { imageHeader } from './imageHeader.ts';
import { prepareForOcr } from './imagePreparation.ts';
import type { RecognisedText, TextRecogniser } from './textRecogniser.ts';

/** Larger pictures are not decoded: a small file can claim any size. */
const maxPixels = 100_000_000;
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
  const picture = await prepareForOcr(source.bytes, header);
  if (picture === null) {
    return unread(`this ${header.format.toUpperCase()} file is damaged or cannot be decoded here`);
  }
  let found: RecognisedText;
  try {
    found = await recogniser.recognise(picture, signal);
  } catch (error) {
    signal.throwIfAborted();
    return unread(`OCR failed: ${errorMessage(error)}`);
  }
  return describeText(found, recogniser.language);
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

function unread(reason: string): Reading {
  return { text: [], lost: [`Text in the picture was not looked for: ${reason}.`] };
}
