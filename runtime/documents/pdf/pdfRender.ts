// Pages of a PDF as pictures, for pages whose text is only drawn. Uses PDFium, since pdf.js needs a native canvas to draw.
import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { Picture } from '../picture/textRecogniser.ts';

/** Digits come out right at 300 dots an inch; at 144 they do not. */
const dotsPerInch = 300;
/** Pixels of the longer side; a larger page is drawn coarser. */
const maxSide = 5_000;

export class PdfRenderer {
  readonly #library: { destroy(): void };
  readonly #document: PDFiumDocument;

  private constructor(library: { destroy(): void }, document: PDFiumDocument) {
    this.#library = library;
    this.#document = document;
  }

  static async open(bytes: Uint8Array): Promise<PdfRenderer> {
    const { PDFiumLibrary } = await import('@hyzyla/pdfium');
    const library = await PDFiumLibrary.init();
    try {
      return new PdfRenderer(library, await library.loadDocument(bytes));
    } catch (error) {
      library.destroy();
      throw error;
    }
  }

  /** Whether the page shows a picture or drawn shapes, so that it may hold text that is only drawn. */
  hasDrawing(pageNumber: number): boolean {
    for (const { type } of this.#document.getPage(pageNumber - 1).objects()) {
      if (type !== 'text') return true;
    }
    return false;
  }

  /** The page in shades of grey. A fresh page object each time: drawing one twice crashes the library. */
  async draw(pageNumber: number): Promise<Picture> {
    const page = this.#document.getPage(pageNumber - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(dotsPerInch / 72, maxSide / Math.max(originalWidth, originalHeight, 1));
    const { width, height, data } = await page.render({
      scale,
      colorSpace: 'Gray',
      renderFormFields: false,
      render: ({ data: pixels }) => Promise.resolve(pixels),
    });
    return { kind: 'grey', width, height, pixels: data };
  }

  close(): void {
    this.#document.destroy();
    this.#library.destroy();
  }
}
