// inspect_file_as_text: a chosen file of any known format as Markdown, or the answer to a question about it.
import type { DocumentReader, DocumentText } from '../documents/document.ts';
import { DocumentError } from '../documents/document.ts';
import type { RequestedDocument } from './requestedDocument.ts';
import { documentException } from './documentException.ts';
import { notesList } from './notesList.ts';
import { requestedDocument } from './requestedDocument.ts';
import { textPart } from './textPart.ts';
import type { Tool, ToolContext } from './tool.ts';
import { ToolError } from './tool.ts';

const signature: Tool['signature'] = {
  name: 'inspect_file_as_text',
  description:
    'Reads a file and returns it as text: spreadsheets, PDF, Word, PowerPoint, pictures, sound, archives, mails and more. ' +
    'With a question, returns a short answer from the file instead. ' +
    'For plain CSV, JSON and text files, open() in Python is often better.',
  parameters: [
    {
      name: 'file_path',
      type: 'str',
      description:
        "Name of the file, such as 'report.pdf', or a part of one: 'data.zip/notes.txt', 'book.xlsx/Sheet 2', 'report.pdf/pages 3-5'.",
    },
    {
      name: 'question',
      type: 'str | None',
      description: 'What to find out; without it the text itself is returned.',
      defaultValue: 'None',
    },
  ],
  returns: 'str',
  isFinal: false,
};

const noReaderRemark =
  'The question was not answered, since no reader model is set up. This is the text; look for the answer in it.';

export function inspectFileAsText(documents: DocumentReader): Tool {
  return {
    signature,
    call: async (args, context) => {
      const path = String(args['file_path']);
      const question = questionOf(args['question']);
      const requested = requestedDocument(context.files, path);
      const document = await read(documents, requested, context.signal);
      for (const remark of remarksOf(document)) context.note(remark);
      if (question === null) return textResult(document, requested, []);
      if (context.reader === null) return textResult(document, requested, [noReaderRemark]);
      return answer(question, document, context.reader, context.signal);
    },
  };
}

function questionOf(value: unknown): string | null {
  const question = typeof value === 'string' ? value.trim() : '';
  return question === '' ? null : question;
}

async function read(
  documents: DocumentReader,
  { document }: RequestedDocument,
  signal: AbortSignal,
): Promise<DocumentText> {
  try {
    return await documents.read(document, signal);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new ToolError(documentException(error.problem), error.message, { cause: error });
  }
}

function textResult(
  document: DocumentText,
  { document: { name, member }, from }: RequestedDocument,
  remarks: readonly string[],
): string {
  const path = member === null ? name : `${name}/${member}`;
  const part = textPart(document.text, from, path);
  const all = [...remarks, ...(part.remark === null ? [] : [part.remark]), ...remarksOf(document)];
  return [part.text, ...notesList(all)].join('\n\n');
}

async function answer(
  question: string,
  document: DocumentText,
  reader: NonNullable<ToolContext['reader']>,
  signal: AbortSignal,
): Promise<string> {
  const text = [document.text, ...notesList(remarksOf(document))].join('\n\n');
  return reader.answer(question, text, signal);
}

function remarksOf({ notes = [], lost }: DocumentText): string[] {
  return [...notes, ...lost];
}
