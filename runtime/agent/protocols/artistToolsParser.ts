// Reads a reply of ARTIST's dialect for function calling: reasoning, then calls of tools. A reply without call ends the rollout,
// and what it says outside of the reasoning is the answer. Pure, never throws, linear in the length of the reply.
import { CallRequest } from '../../contract/environment.ts';
import type { ParsedReply, ParseFault } from '../../contract/reply.ts';
import { artistToolsTags } from './artistToolsText.ts';
import { readCallLines } from './tagged/callLines.ts';
import type { Section } from './tagged/sections.ts';
import {
  readTaggedReply,
  tagFault,
  withoutRepeats,
  type TaggedReply,
} from './tagged/taggedReply.ts';

type Found = Pick<ParsedReply, 'code' | 'answer' | 'faults'>;

/** How a call reads. */
export const callForm = '{"name": "the_tool", "arguments": {"parameter": "value"}}';

/** `cut` says that the reply ended at the token limit. */
export function parseArtistTools(reply: string, cut: boolean): ParsedReply {
  const read = readTaggedReply(reply, artistToolsTags);
  const { faults, ...rest } = read.action === null ? closing(read, cut) : called(read.action, cut);
  const around = aroundFaults(read);
  const thought = read.thought === '' && read.action !== null ? read.outside : read.thought;
  return { thought, ...rest, faults: withoutRepeats([...faults, ...around, ...read.faults]) };
}

function called(action: Section, cut: boolean): Found {
  if (cut && !action.closed) return { code: null, faults: [truncated('inside <tool>')] };
  const { calls, faults } = readCallLines(action.content, CallRequest, callForm);
  return { code: calls, faults: [...faults] };
}

/** A turn without call: the end, unless the reply is empty, broke off, or invents a result. */
function closing({ thought, outside, faults }: TaggedReply, cut: boolean): Found {
  if (cut) return { code: null, faults: [truncated('before a call or an answer')] };
  const invents = faults.some(({ kind }) => kind === 'invented-observation');
  if (invents && outside === '') {
    return { code: null, faults: [tagFault('no-code', 'The reply holds no call in <tool>.')] };
  }
  if (thought === '' && outside === '') {
    return { code: null, faults: [tagFault('empty-reply', 'The reply is empty.')] };
  }
  return { code: null, answer: outside, faults: [] };
}

function aroundFaults({ thought, outside, action }: TaggedReply): readonly ParseFault[] {
  const faults: ParseFault[] = [];
  if (thought === '' && (action !== null || outside !== '')) {
    faults.push(tagFault('no-thought', 'The reply has no <reasoning> before it acts.'));
  }
  if (action !== null && outside !== '') {
    faults.push(tagFault('text-outside-tags', 'Text stands outside of the tags before the call.'));
  }
  return faults;
}

function truncated(where: string): ParseFault {
  return tagFault(
    'truncated-reply',
    `The reply reached its token limit ${where}, so no call was made; do less in one turn.`,
  );
}
