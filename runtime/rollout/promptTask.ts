// The prompt of a task. Small models are shown what the files hold; others look for themselves.
import type { Prompt, PromptInput, Protocol } from '../agent/protocols/protocol.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { Task } from '../contract/task.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import { previewFile } from '../support/filePreview.ts';

export interface PromptTask {
  readonly task: Pick<Task, 'question' | 'metadata'>;
  readonly files: ChosenFiles;
  readonly recipe: Pick<Recipe, 'agent'>;
  readonly importsAtHand: readonly string[];
  readonly tools: readonly ToolSignature[];
  readonly style: PromptInput['style'];
}

/** Previews cost a look into each file, and a prompt names no more than these. */
const maxPreviews = 12;

export async function promptTask(protocol: Protocol, input: PromptTask): Promise<Prompt> {
  const { task, files, recipe, importsAtHand, tools, style } = input;
  return protocol.prompt({
    question: task.question,
    files: style !== 'full' ? await withPreviews(files, task.question) : files.files,
    tools,
    allowedImports: importsAtHand,
    settings: recipe.agent,
    style,
    ...instructionOf(task),
  });
}

/** A task may bring its system prompt along, as rows of single-step data sets do. */
function instructionOf({ metadata }: PromptTask['task']): Pick<PromptInput, 'instruction'> {
  const { instruction } = metadata;
  return typeof instruction === 'string' ? { instruction } : {};
}

function withPreviews({ files }: ChosenFiles, question: string): Promise<PromptInput['files']> {
  return Promise.all(
    files.map(async (file, position) => {
      const preview = position < maxPreviews ? await previewFile(file, question) : null;
      return preview === null ? file : { ...file, preview };
    }),
  );
}
