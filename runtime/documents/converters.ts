// The list of formats. Between converters that are equally sure of a file the earlier one takes it, so specific formats
// stand before general ones.
import { audioConverter } from './sound/audioConverter.ts';
import {
  encryptedOfficeConverter,
  oldPresentationConverter,
  sqliteConverter,
} from './closedConverters.ts';
import { csvConverter } from './text/csvConverter.ts';
import type { Converter } from './document.ts';
import { docxConverter } from './office/docxConverter.ts';
import { epubConverter } from './markup/epubConverter.ts';
import { gzipConverter } from './archive/gzipConverter.ts';
import { htmlConverter } from './markup/htmlConverter.ts';
import { imageConverter } from './picture/imageConverter.ts';
import { jsonConverter } from './text/jsonConverter.ts';
import { jsonLinesConverter } from './text/jsonLinesConverter.ts';
import { legacyWordConverter } from './office/legacyWordConverter.ts';
import { mailConverter } from './mail/mailConverter.ts';
import { notebookConverter } from './text/notebookConverter.ts';
import { odfConverter } from './office/odfConverter.ts';
import { outlookConverter } from './mail/outlookConverter.ts';
import { pdfConverter } from './pdf/pdfConverter.ts';
import type { ScanLimits } from './pdf/pdfScans.ts';
import { plainTextConverter } from './text/plainTextConverter.ts';
import { pptxConverter } from './office/pptxConverter.ts';
import { rtfConverter } from './rtf/rtfConverter.ts';
import { spreadsheetConverter } from './spreadsheet/spreadsheetConverter.ts';
import { svgConverter } from './markup/svgConverter.ts';
import { tarConverter } from './archive/tarConverter.ts';
import type { TextRecogniser } from './picture/textRecogniser.ts';
import type { Transcriber } from './sound/transcriber.ts';
import { zipConverter } from './archive/zipConverter.ts';

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
