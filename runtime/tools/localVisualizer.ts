// local_visualizer: what a picture shows, by a model that sees; without one the text that OCR finds in it and what the file says of
// itself.
import { type DocumentFile, DocumentError, type DocumentReader } from '../documents/document.ts';
import type { Picture } from '../policy/policy.ts';
import { errorMessage, FailureError } from '../support/errors.ts';
import { documentException } from './documentException.ts';
import { notesList } from './notesList.ts';
import { requestedDocument } from './requestedDocument.ts';
import { callForm } from './toolArguments.ts';
import { type Tool, type ToolContext, ToolError } from './tool.ts';
import type { VisionModel } from './visionModel.ts';

export const localVisualizerName = 'local_visualizer';

const signature: Tool['signature'] = {
  name: localVisualizerName,
  description:
    'Looks at a picture (png, jpg, gif, webp, bmp, tiff) and answers a question about what it shows; ' +
    'without a question, describes it.',
  parameters: [
    {
      name: 'image_path',
      type: 'str',
      description: "Name of the picture, such as 'chart.png'.",
    },
    {
      name: 'question',
      type: 'str | None',
      description: 'What to find out; without it the picture is described.',
      defaultValue: 'None',
    },
  ],
  returns: 'str',
  isFinal: false,
};

export interface VisualizerParts {
  /** Null where no model sees. */
  readonly vision: VisionModel | null;
  readonly documents: DocumentReader;
  readonly readPicture: (file: DocumentFile, signal: AbortSignal) => Promise<Picture>;
}

/** Without a question. */
const describeIt =
  'Describe this picture in detail: what kind of picture it is, what it shows and where, all text in it word for word, and all numbers.';

export function localVisualizer(parts: VisualizerParts): Tool {
  return {
    signature,
    call: async (args, context) => {
      const path = String(args['image_path']);
      const { document } = requestedDocument(context.files, path, 'image_path');
      const asked = typeof args['question'] === 'string' ? args['question'].trim() : '';
      try {
        return await look(asked === '' ? describeIt : asked, document, parts, context);
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error;
        const message = `${error.message} (${callForm(signature)})`;
        throw new ToolError(documentException(error.problem), message, { cause: error });
      }
    },
  };
}

async function look(
  question: string,
  file: DocumentFile,
  { vision, documents, readPicture }: VisualizerParts,
  context: ToolContext,
): Promise<string> {
  const { signal } = context;
  if (vision === null || file.member !== null) {
    return textInPicture(file, documents, context, vision === null ? noModel : inside);
  }
  const picture = await readPicture(file, signal);
  try {
    return await vision.look(question, picture, signal);
  } catch (error) {
    // A model that cannot be asked leaves what needs none.
    if (!(error instanceof FailureError)) throw error;
    const why = `The vision model could not be asked: ${errorMessage(error)}`;
    return textInPicture(file, documents, context, why);
  }
}

const noModel = 'No vision model is set up, so nobody looked at the picture.';
const inside = 'Nobody looked at the picture, since it lies inside another file.';

const pictures = new Set(['png', 'jpeg', 'gif', 'webp', 'bmp', 'tiff', 'avif', 'heic', 'svg']);

async function textInPicture(
  file: DocumentFile,
  documents: DocumentReader,
  context: ToolContext,
  why: string,
): Promise<string> {
  const { format, text, lost, notes = [] } = await documents.read(file, context.signal);
  if (!pictures.has(format)) {
    const advice = `It is ${format}; read it with inspect_file_as_text.`;
    throw new DocumentError('unknown-format', `${file.name} is no picture. ${advice}`);
  }
  const remarks = [`${why} This is the text that was found in it.`, ...notes, ...lost];
  for (const remark of remarks) context.note(remark);
  return [text, ...notesList(remarks)].join('\n\n');
}
