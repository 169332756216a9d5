// Reads a reply of ToolRL's dialect: a thought, then calls, a response or both. There is one step and no tool is run, so whatever
// stands behind the thought is the answer; how right it is, is the business of the reward. Pure, never throws.
import * as z from 'zod';
import type { ParsedReply, ParseFault } from '../../contract/reply.ts';
import { plainLines } from './reply/beforeStop.ts';
import { readCallLines } from './tagged/callLines.ts';
import { findSections, type Section } from './tagged/sections.ts';
import { outsideOf, tagFault, withoutRepeats } from './tagged/taggedReply.ts';
import { callTag, responseTag, thinkTag, toolRlCallForm } from './toolRlText.ts';

/** ToolRL's rows and prompts say `parameters`. */
export const ToolRlCall = z.looseObject({
  name: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});

/** `cut` says that the reply ended at the token limit; its answer is what is there. */
export function parseToolRl(reply: string, cut: boolean): ParsedReply {
  const text = plainLines(reply);
  const sections = findSections(text, [thinkTag, callTag, responseTag], thinkTag);
  const thoughts = sections.filter(({ name }) => name === thinkTag);
  const behind = thoughts.at(-1)?.end ?? 0;
  const answer = text.slice(behind).trim();
  const thought = thoughts
    .map(({ content }) => content.trim())
    .join('\n')
    .trim();
  return { thought, code: null, answer, faults: faultsOf(text, sections, cut) };
}

function faultsOf(text: string, sections: readonly Section[], cut: boolean): ParseFault[] {
  if (text.trim() === '') return [tagFault('empty-reply', 'The reply is empty.')];
  const faults: ParseFault[] = [];
  const named = (name: string) => sections.filter((section) => section.name === name);
  const open = sections.find(({ closed }) => !closed);
  if (cut) faults.push(tagFault('truncated-reply', 'The reply reached its token limit.'));
  if (named(thinkTag).length === 0) {
    faults.push(tagFault('no-thought', 'The reply has no thought in <think>.'));
  }
  if (named(callTag).length + named(responseTag).length === 0) {
    faults.push(tagFault('no-code', 'The reply holds neither <tool_call> nor <response>.'));
  }
  if (open !== undefined) {
    faults.push(tagFault('unclosed-tag', `The tag <${open.name}> is not closed.`));
  }
  if ([callTag, responseTag].some((name) => named(name).length > 1)) {
    faults.push(tagFault('several-blocks', 'A tag stands there several times.'));
  }
  if (outsideOf(text, sections) !== '') {
    faults.push(tagFault('text-outside-tags', 'Text stands outside of the tags.'));
  }
  const calls = named(callTag).map((one) => readCallLines(one.content, ToolRlCall, toolRlCallForm));
  return withoutRepeats([...faults, ...calls.flatMap((one) => one.faults)]);
}
