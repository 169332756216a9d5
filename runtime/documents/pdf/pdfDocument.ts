// Opens a PDF with pdf.js: where the library finds its own files, what it may do, and how its errors read.
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DocumentSource } from '../document.ts';
import { DocumentError } from '../document.ts';

/** @throws DocumentError `password` or `corrupt` */
export async function openPdf({ name, bytes }: DocumentSource): Promise<PDFDocumentProxy> {
  // Loaded when the first PDF comes: the library takes a fifth of a second to load.
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    // The library takes the buffer over; ours is needed again to draw scanned pages.
    data: bytes.slice(),
    ...assets(),
    // Fonts of an untrusted file must not become code.
    isEvalSupported: false,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    return await task.promise;
  } catch (error) {
    await task.destroy();
    throw openingError(name, error);
  }
}

function openingError(name: string, error: unknown): DocumentError {
  if (error instanceof Error && error.name === 'PasswordException') {
    return new DocumentError(
      'password',
      `${name} is protected by a password and cannot be read. Ask for a copy without one.`,
      { cause: error },
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DocumentError(
    'corrupt',
    `${name} is a damaged PDF and cannot be opened (${reason}). Ask for it again.`,
    { cause: error },
  );
}

/** Character maps, standard fonts and decoders of pdf.js, by path: nothing is ever fetched. */
function assets(): {
  cMapUrl: string;
  cMapPacked: true;
  standardFontDataUrl: string;
  wasmUrl: string;
  iccUrl: string;
} {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const root = path.dirname(manifest);
  return {
    cMapUrl: `${path.join(root, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${path.join(root, 'standard_fonts')}/`,
    wasmUrl: `${path.join(root, 'wasm')}/`,
    iccUrl: `${path.join(root, 'iccs')}/`,
  };
}
