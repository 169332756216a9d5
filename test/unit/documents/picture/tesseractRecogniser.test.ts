// Runs the real OCR engine, with the network cut off: engine and language data are installed packages.
import assert from 'node:assert/strict';
import path from 'node:path';
import { DocumentError } from '../../../../runtime/documents/document.ts';
import { PdfRenderer } from '../../../../runtime/documents/pdf/pdfRender.ts';
import { TesseractRecogniser } from '../../../../runtime/documents/picture/tesseractRecogniser.ts';
import type { Picture } from '../../../../runtime/documents/picture/textRecogniser.ts';
import { builtDocumentConverter } from '../../../fakes/documentReader.ts';
import { pdfOfTexts } from '../../../fakes/pdfFiles.ts';

const never = new AbortController().signal;

async function drawn(...texts: Parameters<typeof pdfOfTexts>[0][number]): Promise<Picture> {
  const renderer = await PdfRenderer.open(await pdfOfTexts([texts]));
  try {
    return await renderer.draw(1);
  } finally {
    renderer.close();
  }
}

describe('TesseractRecogniser', function () {
  this.timeout(120_000);
  let slowWork = 0;
  let recogniser: TesseractRecogniser;
  before(() => {
    recogniser = new TesseractRecogniser(() => (slowWork += 1));
  });
  after(() => recogniser.close());

  it('reads digits and keeps the columns of a table, without the network', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new Error('no network in this test'));
    const rows = [
      ['Glucose', '118 mg/dL', 'HIGH'],
      ['Creatinine', '1.1 mg/dL', 'normal'],
      ['Platelets', '245,000', 'normal'],
    ];
    const texts = rows.flatMap((row, line) =>
      row.map((text, cell) => ({ text, x: 60 + cell * 150, y: 100 + line * 22, size: 12 })),
    );
    try {
      const { text, confidence } = await recogniser.recognise(await drawn(...texts), never);
      assert.match(
        text,
        /^Glucose {2,}118 mg\/dL {2,}HIGH\nCreatinine {2,}1\.1 mg\/dL {2,}normal\nPlatelets {2,}245,000 {2,}normal$/,
      );
      assert.ok(confidence > 80, `${confidence}`);
      assert.equal(slowWork, 1);
    } finally {
      globalThis.fetch = fetch;
    }
  });
  it('finds a large heading above small print', async () => {
    const print = Array.from({ length: 6 }, (_, line) => ({
      text: `Line ${line + 1} of the small print below the heading`,
      x: 60,
      y: 170 + line * 16,
      size: 10,
    }));
    const picture = await drawn({ text: 'HARBOUR OFFICE', x: 150, y: 100, size: 30 }, ...print);
    const { text } = await recogniser.recognise(picture, never);
    assert.match(text, /HARBOUR +OFFICE/);
    assert.match(text, /Line 6 of the small print/);
  });
  it('does not begin for a signal that has fired', async () => {
    await assert.rejects(recogniser.recognise(await drawn(), AbortSignal.abort()), {
      name: 'AbortError',
    });
  });
});

describe('OCR of a scanned sample', function () {
  this.timeout(200_000);

  it('reads the first page of a medical report well enough to answer from it', async function () {
    const name = 'markitdown_scan.pdf';
    const hostPath = path.resolve('../shared/samples', name);
    const limits = { milliseconds: 150_000, slowMilliseconds: 180_000, memoryMegabytes: 1_000 };
    const converter = builtDocumentConverter({ ocr: true, limits });
    try {
      const { text, lost } = await converter.read({ name, hostPath, member: null }, never);
      assert.match(text, /## Page 1 of 3 \(scanned; read by OCR, confidence \d\d %\)/);
      for (const words of [
        /SEATTLE +GENERAL +HOSPITAL/,
        /Patient Name: +Jonathan Michael Harrison/,
        /Blood Pressure +142\/88 mmHg +120\/80 mmHg +ELEVATED/,
        /Oxygen Saturation +97% +95-100% +NORMAL/,
        /Appendectomy \(2005\) - no complications/,
        /Metformin 500mg - twice daily for diabetes/,
      ]) {
        assert.match(text, words);
      }
      assert.match(lost.join('\n'), /scanned and read by OCR \(English\)/);
    } catch (error) {
      if (!(error instanceof DocumentError && error.problem === 'missing')) throw error;
      console.log(`      skipped: ${hostPath} is not there`);
      this.skip();
    } finally {
      await converter.close();
    }
  });
});
