// Splits text that a chat template made of messages back into them: by the marks of the usual templates (ChatML, Llama 3), or,
// where a decoder dropped the marks, by the roles that are left as words on lines of their own. Pure.

export interface TextMessage {
  readonly role: string;
  readonly text: string;
}

export interface SplitText {
  readonly messages: readonly TextMessage[];
  /** Whether there were only bare words to split at, which could stand in a text as well. */
  readonly isByWords: boolean;
}

const chatMl = /<\|im_start\|>[ \t]*(\w+)[ \t]*\n?/;
const llama = /<\|start_header_id\|>[ \t]*(\w+)[ \t]*<\|end_header_id\|>\s*/;
const marked = new RegExp(`${chatMl.source}|${llama.source}`, 'g');
const ends = /<\|(?:im_end|eot_id|eom_id|end_of_text|begin_of_text|endoftext)\|>/g;
const bareRole = /^[ \t]*(system|user|assistant|tool)[ \t]*\r?$/gm;

/** A prompt: it starts with a role, and usually ends with the one whose turn it is. One text of the user where it has no roles. */
export function splitPrompt(text: string): SplitText {
  const byMarks = splitAt(text, marked);
  if (byMarks.length > 0) return { messages: turns(byMarks), isByWords: false };
  const byWords = splitAt(text, bareRole);
  const isTemplate = byWords[0]?.start === 0 && byWords.at(-1)?.role === 'assistant';
  if (isTemplate) return { messages: turns(byWords), isByWords: true };
  return { messages: [{ role: 'user', text: text.trim() }], isByWords: false };
}

/**
 * What followed the prompt: replies, and what came back between them. Bare words count only where a reply follows what came
 * back, so that a lone `user` on a line stays text.
 */
export function splitCompletion(text: string): SplitText {
  const byMarks = splitAt(text, marked);
  const hasMarks = byMarks.length > 0;
  const pieces = hasMarks ? byMarks : splitAt(text, bareRole);
  if (!hasMarks && !alternates(pieces)) return { messages: [reply(text)], isByWords: false };
  const [first] = pieces;
  const before = first === undefined ? text : text.slice(0, first.from);
  const begins = before.replaceAll(ends, '').trim() === '' ? [] : [reply(before)];
  return { messages: [...begins, ...turns(pieces)], isByWords: !hasMarks };
}

interface Piece {
  readonly role: string;
  readonly text: string;
  /** Where its mark stands; `start` does not count the white space before. */
  readonly from: number;
  readonly start: number;
}

function splitAt(text: string, pattern: RegExp): Piece[] {
  const found = [...text.matchAll(pattern)];
  return found.map((match, place) => {
    const next = found[place + 1]?.index ?? text.length;
    const role = match[1] ?? match[2] ?? '';
    const from = match.index;
    const start = text.slice(0, from).trim() === '' ? 0 : from;
    return { role, text: text.slice(from + match[0].length, next), from, start };
  });
}

/** The last mark of a prompt only says whose turn it is. */
function turns(pieces: readonly Piece[]): TextMessage[] {
  const messages = pieces.map(({ role, text }) => ({
    role,
    text: text.replaceAll(ends, '').trim(),
  }));
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.text === '' ? messages.slice(0, -1) : messages;
}

function reply(text: string): TextMessage {
  return { role: 'assistant', text: text.replaceAll(ends, '').trim() };
}

/** A reply may lead; then each of what came back is followed by another or by a reply, and a reply by what came back. */
function alternates(pieces: readonly Piece[]): boolean {
  return (
    pieces.length > 0 &&
    pieces.every(({ role, start }, place) => {
      const next = pieces[place + 1]?.role;
      if (role === 'assistant') return (place > 0 || start === 0) && next !== 'assistant';
      return role !== 'system' && next !== undefined;
    })
  );
}
