// The real converters in the test's own process, without OCR and speech.
import { convertDocument } from '../../runtime/documents/convertDocument.ts';
import { createConverters } from '../../runtime/documents/converters.ts';
import type { BytesConverter } from '../../runtime/documents/document.ts';

const converters = createConverters({
  recogniser: null,
  transcriber: null,
  now: () => performance.now(),
});

export const bytesConverter: BytesConverter = {
  convert: ({ name, bytes, member }, signal) =>
    convertDocument(converters, { source: { name, bytes }, member }, signal),
};
