import assert from 'node:assert/strict';
import { zipKind } from '../../../../runtime/documents/archive/zipKind.ts';
import { sourceOf } from '../../../fakes/convertWith.ts';
import { docxFile, pptxFile, shape, zipFile } from '../../../fakes/officeFiles.ts';

const types = { '[Content_Types].xml': '<Types/>' };

describe('zipKind', () => {
  const cases: readonly (readonly [kind: string | null, bytes: Uint8Array])[] = [
    ['docx', docxFile('')],
    ['pptx', pptxFile([{ shapes: shape('x') }])],
    ['xlsx', zipFile({ ...types, 'xl/workbook.xml': '' })],
    ['xlsm', zipFile({ ...types, 'xl/workbook.xml': '', 'xl/vbaProject.bin': '' })],
    ['xlsb', zipFile({ ...types, 'xl/workbook.bin': '' })],
    ['ods', zipFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })],
    ['odt', zipFile({ mimetype: 'application/vnd.oasis.opendocument.text\n' })],
    ['odp', zipFile({ mimetype: 'application/vnd.oasis.opendocument.presentation' })],
    ['epub', zipFile({ mimetype: 'application/epub+zip' })],
    ['epub', zipFile({ 'META-INF/container.xml': '' })],
    ['zip', zipFile({ 'word/document.xml': 'a folder that only looks like Word' })],
    ['zip', zipFile({})],
    ['damaged', zipFile({ a: 'b' }).subarray(0, 30)],
    [null, Buffer.from('PDF')],
  ];
  for (const [kind, bytes] of cases) {
    it(`finds ${kind ?? 'no zip file'}`, () => assert.equal(zipKind(sourceOf('x', bytes)), kind));
  }
});
