// The document converter that ships, for tests: workers run from the built bundle.
import { existsSync } from 'node:fs';
import type { ConversionLimits } from '../../runtime/documents/conversionExchange.ts';
import { DocumentConverter } from '../../runtime/documents/documentConverter.ts';

const workerFile = new URL('../../dist/documentWorker.mjs', import.meta.url);

export function builtDocumentConverter(
  options: {
    readonly ocr?: boolean;
    readonly asrModel?: string;
    readonly limits?: ConversionLimits;
    readonly maxThreads?: number;
  } = {},
): DocumentConverter {
  if (!existsSync(workerFile)) {
    throw new Error('dist/documentWorker.mjs is missing. Build first: node esbuild.mjs');
  }
  const { ocr = false, asrModel = null, limits, maxThreads = 1 } = options;
  return new DocumentConverter({
    workerFile,
    settings: { ocr, asrModel },
    maxThreads,
    ...(limits === undefined ? {} : { limits }),
  });
}
