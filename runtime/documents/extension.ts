// File name extensions as hints: which formats a name promises, and the note for a name that promises another one.

/** The lower-case extension without its dot; empty when there is none. */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot + 1).toLowerCase();
}

/** Formats that may stand behind an extension without surprise. Extensions that promise nothing are not listed. */
const promised: Readonly<Record<string, readonly string[]>> = {
  pdf: ['pdf'],
  xlsx: ['xlsx', 'xlsm'],
  xlsm: ['xlsm', 'xlsx'],
  xlsb: ['xlsb'],
  xls: ['xls'],
  ods: ['ods'],
  docx: ['docx'],
  doc: ['doc'],
  pptx: ['pptx'],
  odt: ['odt'],
  odp: ['odp'],
  rtf: ['rtf'],
  epub: ['epub'],
  zip: ['zip'],
  csv: ['csv', 'tsv', 'txt', 'text'],
  tsv: ['tsv', 'csv', 'txt', 'text'],
  html: ['html', 'txt', 'text'],
  htm: ['html', 'txt', 'text'],
  json: ['json', 'jsonl', 'txt', 'text'],
  jsonl: ['jsonl', 'json', 'txt', 'text'],
  ipynb: ['ipynb', 'notebook', 'json'],
  eml: ['eml', 'txt', 'text'],
  msg: ['msg'],
  png: ['png'],
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  gif: ['gif'],
  webp: ['webp'],
  bmp: ['bmp'],
  tif: ['tiff'],
  tiff: ['tiff'],
  svg: ['svg', 'txt', 'text'],
  wav: ['wav'],
  mp3: ['mp3'],
  m4a: ['m4a', 'aac'],
  flac: ['flac'],
  ogg: ['ogg', 'opus'],
};

/** Says that a file is not what its name promises; null when the name fits or promises nothing. */
export function misleadingNameNote(name: string, format: string): string | null {
  const extension = extensionOf(name);
  const formats = promised[extension];
  if (formats === undefined || formats.includes(format)) return null;
  return `The name ends in .${extension}, but the content is ${format}; it was read as ${format}.`;
}
