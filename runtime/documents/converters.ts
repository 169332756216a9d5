// The list of formats. Between converters that are equally sure of a file the earlier one takes it, so specific formats
// stand before general ones.
import { audioConverter } from './audioConverter.ts';
import {
  encryptedOfficeConverter,
  oldPresentationConverter,
  sqliteConverter,
} from './closedConverters.ts';
import { csvConverter } from './csvConverter.ts';
import type { Converter } from './document.ts';
import { docxConverter } from './docxConverter.ts';
import { epubConverter } from './epubConverter.ts';
import { gzipConverter } from './gzipConverter.ts';
import { htmlConverter } from './htmlConverter.ts';
import { imageConverter } from './imageConverter.ts';
import { jsonConverter } from './jsonConverter.ts';
import { jsonLinesConverter } from './jsonLinesConverter.ts';
import { legacyWordConverter } from './legacyWordConverter.ts';
import { mailConverter } from './mailConverter.ts';
import { notebookConverter } from './notebookConverter.ts';
import { odfConverter } from './odfConverter.ts';
import { outlookConverter } from './outlookConverter.ts';
import { pdfConverter } from './pdfConverter.ts';
import type { ScanLimits } from './pdfScans.ts';
import { plainTextConverter } from './plainTextConverter.ts';
import { pptxConverter } from './pptxConverter.ts';
import { rtfConverter } from './rtfConverter.ts';
import { spreadsheetConverter } from './spreadsheetConverter.ts';
import { svgConverter } from './svgConverter.ts';
import { tarConverter } from './tarConverter.ts';
import type { TextRecogniser } from './textRecogniser.ts';
import type { Transcriber } from './transcriber.ts';
import { zipConverter } from './zipConverter.ts';

/** Engines that converters may use, and the clock that bounds their work. */
export interface ConverterServices {
  readonly recogniser: TextRecogniser | null;
  readonly transcriber: Transcriber | null;
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number;
}

/** Leaves time for the rest of a conversion within the limit of slow ones. */
const scanLimits: ScanLimits = { maxPages: 8, milliseconds: 35_000, readMilliseconds: 14_000 };

export function createConverters(services: ConverterServices): readonly Converter[] {
  const { recogniser, transcriber, now } = services;
  return [
    pdfConverter({ recogniser, now, limits: scanLimits }),
    imageConverter(recogniser),
    svgConverter,
    audioConverter(transcriber),
    spreadsheetConverter,
    docxConverter,
    pptxConverter,
    odfConverter,
    epubConverter,
    rtfConverter,
    legacyWordConverter,
    outlookConverter,
    encryptedOfficeConverter,
    oldPresentationConverter,
    sqliteConverter,
    zipConverter,
    gzipConverter,
    tarConverter,
    mailConverter,
    notebookConverter,
    htmlConverter,
    jsonLinesConverter,
    jsonConverter,
    csvConverter,
    plainTextConverter,
  ];
}
