// Jupyter notebooks: cells in order, code fenced, with what each cell printed. Pictures are named, not shown.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import { decodeText, looksLikeText } from '../charset.ts';
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { extensionOf } from '../extension.ts';
import { htmlToMarkdown } from '../markup/htmlMarkdown.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';

/** Notebooks keep text as one string or as a list of lines. */
const Lines = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('')));

const Output = z.looseObject({
  output_type: z.string(),
  text: Lines.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
type Output = z.infer<typeof Output>;

const Cell = z.looseObject({
  cell_type: z.string(),
  source: Lines.default(''),
  outputs: z.array(Output).default([]),
  execution_count: z.number().nullish(),
});
type Cell = z.infer<typeof Cell>;

const Notebook = z.looseObject({
  cells: z.array(Cell).optional(),
  /** Notebooks before version 4 keep their cells in worksheets, under other names. */
  worksheets: z
    .array(z.looseObject({ cells: z.array(z.looseObject({ cell_type: z.string() })) }))
    .optional(),
  metadata: z
    .looseObject({ kernelspec: z.looseObject({ language: z.string().optional() }).optional() })
    .optional(),
});

export const notebookConverter = syncConverter({
  format: 'ipynb',
  recognise: ({ name, bytes }) => {
    if (extensionOf(name) !== 'ipynb' || !looksLikeText(bytes)) return 0;
    return decodeText(bytes.subarray(0, 2000)).text.trimStart().startsWith('{') ? 0.95 : 0;
  },
  convert: convertNotebook,
});

function convertNotebook({ name, bytes }: DocumentSource): DocumentText {
  const parsed = parseJson(Notebook, decodeText(bytes).text);
  if (!parsed.ok) {
    throw new DocumentError(
      'corrupt',
      `${name} is no readable notebook (${parsed.problem}). Read it as text with open().`,
    );
  }
  const { cells, worksheets, metadata } = parsed.value;
  const found = cells ?? (worksheets ?? []).flatMap((sheet) => sheet.cells).map(oldCell);
  const language = metadata?.kernelspec?.language ?? 'python';
  const pictures = { count: 0 };
  const body = found
    .map((cell, index) => cellText(cell, index + 1, language, pictures))
    .join('\n\n');
  const { text, lost } = limitText(
    `# ${name}\n\nNotebook with ${found.length} ${found.length === 1 ? 'cell' : 'cells'}.\n\n${body}`,
  );
  const lostPictures =
    pictures.count === 0
      ? []
      : [`${pictures.count} ${pictures.count === 1 ? 'picture' : 'pictures'} in outputs left out.`];
  return { format: 'ipynb', text, lost: [...lost, ...lostPictures] };
}

/** Version 3 calls the source `input` and the outputs by other types. */
function oldCell(raw: Readonly<Record<string, unknown>>): Cell {
  const source = raw['source'] ?? raw['input'] ?? '';
  return Cell.parse({ ...raw, source, execution_count: raw['prompt_number'] });
}

function cellText(
  cell: Cell,
  number: number,
  language: string,
  pictures: { count: number },
): string {
  if (cell.cell_type === 'markdown' || cell.cell_type === 'heading') {
    return cell.source.replace(/!\[([^\]]*)\]\(attachment:([^)]*)\)/g, '[picture: $1 $2]');
  }
  if (cell.cell_type !== 'code') return cell.source;
  const count = cell.execution_count ?? null;
  const label = count === null ? `Cell ${number}, not run` : `Cell ${number}, run as [${count}]`;
  const outputs = cell.outputs
    .map((output) => outputText(output, pictures))
    .filter((text) => text !== '');
  const shown = outputs.length === 0 ? '' : `\n\nOutput:\n${outputs.join('\n')}`;
  return `${label}:\n\`\`\`${language}\n${cell.source}\n\`\`\`${shown}`;
}

function outputText(output: Output, pictures: { count: number }): string {
  if (output.ename !== undefined) return fenced(`${output.ename}: ${output.evalue ?? ''}`);
  if (output.text !== undefined) return fenced(output.text);
  const data = output.data ?? {};
  const picture = Object.keys(data).find((type) => type.startsWith('image/'));
  if (picture === undefined) return richText(data);
  pictures.count += 1;
  return `[picture: ${picture}]`;
}

/** The best textual form: a table comes as HTML with a plain copy that loses its columns. */
function richText(data: Readonly<Record<string, unknown>>): string {
  const read = (type: string): string | null => Lines.safeParse(data[type]).data ?? null;
  const html = read('text/html');
  if (html?.includes('<table') === true) return htmlToMarkdown(html);
  const text = read('text/markdown') ?? read('text/latex');
  if (text !== null) return text;
  const plain = read('text/plain');
  return plain === null ? '' : fenced(plain);
}

/** Without the colour codes of terminals. */
function fenced(text: string): string {
  // eslint-disable-next-line no-control-regex -- colour codes begin with the escape character
  return `\`\`\`\n${text.replace(/\u001b\[[\d;]*m/g, '').trimEnd()}\n\`\`\``;
}
