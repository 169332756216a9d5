// Words and tags that ARTIST's math dialect (arXiv 2505.01441) is made of; prompt, parser and observation share them.
import type { TagNames } from './tagged/taggedReply.ts';

export const artistMathTags: TagNames = {
  thought: 'think',
  actions: ['python', 'answer'],
  observation: 'output',
};

/** Ends the code of a reply. */
export const pythonEnd = '</python>';

/** Sampling stops at the end of an action. `<output>` is no stop string, because code may hold that text. */
export const artistMathStops: readonly string[] = [pythonEnd, '</answer>'];

export function pythonTurn(thought: string, code: string): string {
  return `<think>${thought}</think>\n<python>\n${code}\n${pythonEnd}`;
}

export function answerTurn(thought: string, answer: string): string {
  return `<think>${thought}</think>\n<answer>${answer}</answer>`;
}

export function outputTurn(output: string): string {
  return `<output>\n${output}\n</output>`;
}
