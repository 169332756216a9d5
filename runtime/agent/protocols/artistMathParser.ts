// Reads a reply of ARTIST's math dialect: a thought, then Python to run or the answer. Pure, never throws, linear in the length
// of the reply. An answer in prose is none, and Python outside of its tags does not run: the paper's engine knows tags only.
import type { ParsedReply, ParseFault } from '../../contract/reply.ts';
import { artistMathTags } from './artistMathText.ts';
import { codeText } from './reply/codeText.ts';
import type { Section } from './tagged/sections.ts';
import { withoutFence } from './tagged/tagFence.ts';
import {
  readTaggedReply,
  tagFault,
  withoutRepeats,
  type TaggedReply,
} from './tagged/taggedReply.ts';

type Found = Pick<ParsedReply, 'code' | 'answer' | 'faults'>;

/** `cut` says that the reply ended at the token limit. */
export function parseArtistMath(reply: string, cut: boolean): ParsedReply {
  const read = readTaggedReply(reply, artistMathTags);
  const found = read.action === null ? nothing(read, cut) : acted(read.action, cut);
  const around = aroundFaults(read);
  const { faults, ...rest } = found;
  const thought = read.thought === '' ? read.outside : read.thought;
  return { thought, ...rest, faults: withoutRepeats([...faults, ...around, ...read.faults]) };
}

function acted(action: Section, cut: boolean): Found {
  if (cut && !action.closed) return withoutCode(truncated(action.name));
  return action.name === 'answer' ? answerOf(action) : codeOf(action);
}

function answerOf({ content }: Section): Found {
  const answer = content.trim();
  if (answer === '') return withoutCode(tagFault('no-code', 'The <answer> is empty.'));
  return { code: null, answer, faults: [] };
}

function codeOf(action: Section): Found {
  const { content, fenced } = withoutFence(action.content);
  const { code, indented, repl, invisible } = codeText(content, false);
  if (code === '') return withoutCode(tagFault('no-code', 'The <python> block is empty.'));
  const faults: ParseFault[] = [];
  if (fenced) {
    faults.push(tagFault('foreign-tag', 'A fence stands inside <python>; it was taken off.'));
  }
  if (indented) {
    faults.push(
      tagFault('indented-block', 'The code is indented as a whole; the indentation was taken off.'),
    );
  }
  if (repl) {
    faults.push(
      tagFault(
        'repl-prompts',
        'The code has prompts of an interactive session; they were taken off.',
      ),
    );
  }
  if (invisible) {
    faults.push(
      tagFault('control-characters', 'The code holds invisible characters; they were taken out.'),
    );
  }
  return { code, faults };
}

/** A reply without action, in the words that help most. */
function nothing({ thought, outside }: TaggedReply, cut: boolean): Found {
  if (thought === '' && outside === '') {
    return withoutCode(tagFault('empty-reply', 'The reply is empty.'));
  }
  if (cut) return withoutCode(truncated(null));
  if (/```/.test(outside)) {
    const message = 'The code stands in a fence; only what stands in <python> is run.';
    return withoutCode(tagFault('foreign-tag', message));
  }
  return withoutCode(tagFault('no-code', 'The reply holds neither <python> nor <answer>.'));
}

function aroundFaults({ thought, outside, action }: TaggedReply): readonly ParseFault[] {
  const faults: ParseFault[] = [];
  if (thought === '' && action !== null) {
    faults.push(tagFault('no-thought', 'The reply has no thought in <think> before it acts.'));
  }
  if (outside !== '') {
    faults.push(tagFault('text-outside-tags', 'Text stands outside of the tags.'));
  }
  return faults;
}

function truncated(name: string | null): ParseFault {
  const where = name === null ? 'before <python> or <answer>' : `inside <${name}>`;
  return tagFault(
    'truncated-reply',
    `The reply reached its token limit ${where}, so nothing was run; do less in one turn.`,
  );
}

function withoutCode(...faults: ParseFault[]): Found {
  return { code: null, faults };
}
