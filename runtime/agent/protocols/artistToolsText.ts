// Words and tags that ARTIST's dialect for function calling (arXiv 2505.01441) is made of.
import type { TagNames } from './tagged/taggedReply.ts';

export const artistToolsTags: TagNames = {
  thought: 'reasoning',
  actions: ['tool'],
  observation: 'tool_result',
};

/** Ends the calls of a reply; sampling stops here. */
export const toolEnd = '</tool>';

export function toolTurn(thought: string, calls: string): string {
  return `<reasoning>${thought}</reasoning>\n<tool>\n${calls}\n${toolEnd}`;
}

export function resultTurn(result: string): string {
  return `<tool_result>\n${result}\n</tool_result>`;
}
