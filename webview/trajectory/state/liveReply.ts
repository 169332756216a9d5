// A reply while its tokens come: what is thought, and what is code, line by line. It only guesses at the form, so that
// something can be shown at once; the parser of the runtime decides what runs, and its word replaces this one.
import { appendLine, type CodeBlock } from './codeBlocks.ts';
import { GrowingText } from './growingText.ts';

const fence = /^\s*(?:`{3,}|~{3,})/;
const closingFence = /^\s*(?:`{3,}|~{3,})\s*(?:<.*)?$/;
/** Words of the form that are not worth showing. */
const label = /^\s*(?:\*\*)?(?:Thought|Code)\s*:(?:\*\*)?[ \t]*/i;
const terminator = /<\/?(?:end_)?code>?\s*/gi;
/** The start of a line that may still become a fence; or a label, which is looked at further below. */
const fenceStart = /^\s*[`~]{0,2}$/;
const labelStart = /^\s*\*{0,2}([a-z]*)\s*:?\*{0,2}\s*$/i;
/** The end of a text that may still become a terminator. */
const openTag = /<\/?[a-z_]*$/i;
/** Marks at the end of a reply that is in code, which are no part of it. */
const codeTail = /^\s*(?:`{1,2}|~{1,2}|<\/?[a-z_]*)$/i;

export interface LiveReply {
  readonly thought: GrowingText;
  /** Lines of code that are complete. */
  readonly blocks: readonly CodeBlock[];
  /** The line of code that is being written; null outside of code. */
  readonly openLine: string | null;
  /** Text of a line of thought that cannot be shown yet. */
  readonly held: string;
  /** True once the current line is known to be thought. */
  readonly decided: boolean;
}

export const emptyReply: LiveReply = {
  thought: GrowingText.empty,
  blocks: [],
  openLine: null,
  held: '',
  decided: false,
};

export function pushText(reply: LiveReply, text: string): LiveReply {
  const parts = text.replaceAll('\r', '').split('\n');
  return parts.reduce((grown, part, index) => {
    const written = writePart(grown, part);
    return index < parts.length - 1 ? endLine(written) : written;
  }, reply);
}

/** The code as it is shown while it is written: without marks that only close it. */
export function openCodeLine({ openLine }: LiveReply): string | null {
  if (openLine === null) return null;
  return codeTail.test(openLine) || closingFence.test(openLine) ? '' : openLine;
}

function writePart(reply: LiveReply, part: string): LiveReply {
  if (reply.openLine !== null) return { ...reply, openLine: reply.openLine + part };
  const held = reply.held + part;
  if (!reply.decided && (isUndecided(held) || fence.test(held))) return { ...reply, held };
  return showThought({ ...reply, decided: true }, reply.decided ? held : held.replace(label, ''));
}

function isUndecided(line: string): boolean {
  if (fenceStart.test(line)) return true;
  const word = labelStart.exec(line)?.[1]?.toLowerCase();
  return word !== undefined && ['thought', 'code'].some((name) => name.startsWith(word));
}

/** Shows all but an end that may still become a terminator. */
function showThought(reply: LiveReply, text: string): LiveReply {
  const from = openTag.exec(text)?.index ?? text.length;
  return { ...addThought(reply, text.slice(0, from)), held: text.slice(from) };
}

function addThought(reply: LiveReply, text: string): LiveReply {
  const shown = text.replace(terminator, '');
  const begins = reply.thought.characters === 0;
  return { ...reply, thought: reply.thought.append(begins ? shown.trimStart() : shown) };
}

function endLine(reply: LiveReply): LiveReply {
  if (reply.openLine !== null) return endCodeLine(reply, reply.openLine);
  const { held, decided } = reply;
  if (!decided && fence.test(held)) return { ...reply, held: '', openLine: '' };
  const text = decided ? held : held.replace(label, '');
  const rest = addThought({ ...reply, held: '', decided: false }, text);
  const isLabel = text === '' && held !== '';
  return isLabel || rest.thought.characters === 0
    ? rest
    : { ...rest, thought: rest.thought.append('\n') };
}

function endCodeLine(reply: LiveReply, line: string): LiveReply {
  if (closingFence.test(line)) return { ...reply, openLine: null };
  // Models like to begin a block with an empty line; the parser drops it too.
  if (reply.blocks.length === 0 && line.trim() === '') return { ...reply, openLine: '' };
  return { ...reply, blocks: appendLine(reply.blocks, line), openLine: '' };
}
