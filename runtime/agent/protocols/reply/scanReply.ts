// Walks a reply once, line by line, and finds its headings and blocks up to where the first cycle ends.
import { lineEndOf, openingAt, readBlock, type Block } from './block.ts';
import { headingOf, nextMarkedLine, terminatorIn } from './marks.ts';

/** What ended the part of the reply that counts. `next-cycle`: the policy went on to a further thought by itself. */
export type ReplyEnd = 'text' | 'terminator' | 'observation' | 'next-cycle';

export interface CodeHeading {
  readonly start: number;
  /** Where the text after the heading begins. */
  readonly from: number;
}

export interface ReplyScan {
  readonly blocks: readonly Block[];
  readonly codeHeadings: readonly CodeHeading[];
  /** Where the thought begins: behind its heading, or at 0. */
  readonly thoughtFrom: number;
  readonly endedBy: ReplyEnd;
  readonly end: number;
  /** Where text after a terminator begins; the same as `end` otherwise. */
  readonly afterEnd: number;
}

/** Past this many blocks a reply is noise and the rest of it is left unread; it also bounds the time. */
const maxBlocks = 16;

export function scanReply(text: string): ReplyScan {
  const state: Walk = { text, blocks: [], codeHeadings: [], thoughtFrom: null, at: 0 };
  while (state.at < text.length && state.blocks.length < maxBlocks) {
    state.at = nextMarkedLine(text, state.at);
    const end = state.at < text.length ? walkLine(state) : null;
    if (end !== null) return found(state, end.by, end.at, end.after);
  }
  return found(state, 'text', text.length, text.length);
}

interface Walk {
  readonly text: string;
  readonly blocks: Block[];
  readonly codeHeadings: CodeHeading[];
  thoughtFrom: number | null;
  at: number;
}

interface End {
  readonly by: ReplyEnd;
  readonly at: number;
  readonly after: number;
}

function found(state: Walk, endedBy: ReplyEnd, end: number, afterEnd: number): ReplyScan {
  const { blocks, codeHeadings, thoughtFrom } = state;
  return { blocks, codeHeadings, thoughtFrom: thoughtFrom ?? 0, endedBy, end, afterEnd };
}

/** Reads one line, or the whole block that it opens. */
function walkLine(state: Walk): End | null {
  const { text, at: start } = state;
  const lineEnd = lineEndOf(text, start);
  const line = text.slice(start, lineEnd);
  const heading = headingOf(line);
  if (heading?.kind === 'observation') return { by: 'observation', at: start, after: start };
  if (heading?.kind === 'thought') {
    if (hasAction(state)) return { by: 'next-cycle', at: start, after: start };
    state.thoughtFrom ??= start + heading.length;
  }
  const contentAt = start + (heading?.length ?? 0);
  if (heading?.kind === 'code') state.codeHeadings.push({ start, from: contentAt });
  const opening = openingAt(text, contentAt, lineEnd);
  if (opening !== null) {
    const block = readBlock(text, opening);
    state.blocks.push(block);
    state.at = Math.max(block.end, start + 1);
    return null;
  }
  state.at = lineEnd + 1;
  return endInLine(text, contentAt, lineEnd);
}

/** Whether the cycle has its code already: then a further thought starts another one. */
function hasAction({ blocks, codeHeadings, thoughtFrom }: Walk): boolean {
  const code = blocks.some((block) => block.tag === 'python' || block.tag === 'none');
  return code && (codeHeadings.length > 0 || thoughtFrom !== null);
}

/** A terminator, or a stop mark in the middle of a line of prose: an engine would have stopped there. */
function endInLine(text: string, from: number, lineEnd: number): End | null {
  const line = text.slice(from, lineEnd);
  const terminator = terminatorIn(line);
  const mark = line.indexOf('Observation:');
  if (terminator !== -1 && (mark === -1 || terminator < mark)) {
    const length = line.indexOf('>', terminator) + 1 - terminator;
    return { by: 'terminator', at: from + terminator, after: from + terminator + length };
  }
  return mark === -1 ? null : { by: 'observation', at: from + mark, after: from + mark };
}
