// The formats that labels are exchanged in, in the order in which they are tried on a file.
import type { LabelFormat } from '../../contract/labelling.ts';
import { HumanError } from '../../support/errors.ts';
import { csvLabels } from './csvLabels.ts';
import { huggingFaceLabels } from './huggingFaceLabels.ts';
import { inspectLabels } from './inspectLabels.ts';
import { jsonLinesLabels } from './jsonLinesLabels.ts';
import type { LabelFormatFile } from './labelRow.ts';
import { langfuseLabels } from './langfuseLabels.ts';

const allFormats: readonly LabelFormatFile[] = [
  jsonLinesLabels,
  huggingFaceLabels,
  inspectLabels,
  langfuseLabels,
  csvLabels,
];

export function labelFormat(format: LabelFormat): LabelFormatFile {
  const found = allFormats.find((one) => one.format === format);
  if (found === undefined) throw new Error(`there is no format ${format}`);
  return found;
}

/** @throws HumanError when no format takes the file */
export function detectLabelFormat(file: string, text: string): LabelFormatFile {
  const found = allFormats.find((format) => format.detect(text));
  if (found !== undefined) return found;
  const names = allFormats.map(({ format }) => format).join(', ');
  throw new HumanError(
    `${file} holds no labels that can be read. Formats: ${names}. A table needs the columns ` +
      'rater, question, referenceAnswer, finalAnswer and level.',
  );
}
