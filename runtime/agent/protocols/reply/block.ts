// One block of a reply, from the line that opens it to whatever ends it. A fence inside a Python string does not end it.
import {
  headingOf,
  isClosingFence,
  openingFence,
  terminatorAtStart,
  terminatorIn,
  type Fence,
  type TagKind,
} from './marks.ts';
import { scanPython, type Region } from './pythonScanner.ts';
import { visible } from './invisible.ts';

export interface Block {
  /** Start of the line that opens it. */
  readonly start: number;
  /** The content, as indices of the reply. */
  readonly from: number;
  readonly to: number;
  /** Where reading goes on. */
  readonly end: number;
  readonly closed: boolean;
  readonly tag: TagKind;
  /** Written as `<code>` instead of a fence. */
  readonly xml: boolean;
}

export interface Opening {
  readonly start: number;
  readonly from: number;
  readonly fence: Pick<Fence, 'character'>;
  readonly tag: TagKind;
  readonly xml: boolean;
}

/** Longest piece of a line that can be a mark; long lines must not be searched again at every character. */
const markWindow = 400;

/** What opens a block at `at`, which may lie behind a heading on the line that ends at `lineEnd`. */
export function openingAt(text: string, at: number, lineEnd: number): Opening | null {
  const line = text.slice(at, lineEnd);
  const fence = openingFence(line);
  if (fence !== null) {
    // Content on the next line unless it stands on this one.
    const from =
      fence.contentAt < line.length ? at + fence.contentAt : Math.min(lineEnd + 1, text.length);
    return { start: at, from, fence, tag: fence.tag, xml: false };
  }
  const xml = /^[ \t]*<code>/i.exec(line);
  if (xml === null) return null;
  return {
    start: at,
    from: at + xml[0].length,
    fence: { character: '`' },
    tag: 'python',
    xml: true,
  };
}

/** Reads the block to its end. Linear in its length; an unclosed string costs one more pass. */
export function readBlock(text: string, opening: Opening): Block {
  const doubled = doubledFence(text, opening);
  if (doubled !== null) return readBlock(text, doubled);
  if (opening.tag === 'foreign') return readPlain(text, opening);
  const { end, openString, stopped } = scanPython(text, opening.from, {
    stopAt: (index, region) => endsBlock(text, index, region, opening),
  });
  // A string that never ends swallows every fence: then the first line that looks like one closes.
  if (!stopped && openString) return readPlain(text, opening);
  return blockEndingAt(text, opening, end);
}

/** The same fence written twice in a row: the second one counts. */
function doubledFence(text: string, opening: Opening): Opening | null {
  if (opening.xml ? text.charAt(opening.from) !== '\n' : text.charAt(opening.from - 1) !== '\n')
    return null;
  const from = opening.xml ? opening.from + 1 : opening.from;
  const inner = openingAt(text, from, lineEndOf(text, from));
  const opensAgain = inner !== null && (inner.tag === 'python' || (opening.xml && !inner.xml));
  return opensAgain ? { ...inner, start: opening.start } : null;
}

/** Whether the Python of a block ends before this character. */
function endsBlock(text: string, index: number, region: Region, opening: Opening): boolean {
  const atLineStart = index === opening.from || text.charAt(index - 1) === '\n';
  const line = firstLine(text.slice(index, index + markWindow));
  if (region === 'string') {
    return atLineStart && /^[ \t]*(?:`{3,}[ \t]*)?<\/?end_code>[ \t]*$/i.test(line);
  }
  if (line.startsWith('<') && terminatorAtStart.test(line)) return true;
  if (region === 'comment') return /^`{3,}[ \t]*(?:<\/?end_code>.*)?$/i.test(line);
  // Backticks are no Python: outside strings three of them always end the block.
  if (!opening.xml && line.startsWith('```')) return true;
  return atLineStart && (endsAtLine(line, opening) || startsNextPart(line));
}

function endsAtLine(line: string, opening: Opening): boolean {
  if (!/^[ \t]*[`~<]/.test(line)) return false;
  return isClosingFence(line, opening.fence) || /^[ \t]*<\/code>/i.test(line);
}

/** A heading of the dialect in the first column: the policy forgot to close the fence. */
function startsNextPart(line: string): boolean {
  if (line === '' || !/[:：*#]/.test(line)) return false;
  if (/^Code:[ \t]*(?:`{3}.*)?$/.test(line) || /^Thought:(?:\s|$)/.test(line)) return true;
  // Neither a comment nor `observations: list[str] = []` is such a heading.
  if (!/^[^\s#]/.test(visible(line)) || /^\w+\s*:\s*[A-Za-z_][\w.[\], |]*=/.test(line))
    return false;
  return headingOf(line)?.kind === 'observation';
}

/** Ends at the first line that closes the fence, whatever the content; the way of blocks that are no Python. */
function readPlain(text: string, opening: Opening): Block {
  let at = opening.from;
  while (at < text.length) {
    const lineEnd = lineEndOf(text, at);
    const line = text.slice(at, lineEnd);
    if (
      isClosingFence(line, opening.fence) ||
      terminatorIn(line.slice(0, markWindow).trimStart()) === 0
    ) {
      return blockEndingAt(text, opening, at);
    }
    const closesHere = at === opening.from && line.trimEnd().endsWith('```');
    if (closesHere) return blockEndingAt(text, opening, at + line.lastIndexOf('```'));
    at = lineEnd + 1;
  }
  return blockEndingAt(text, opening, text.length);
}

function blockEndingAt(text: string, opening: Opening, to: number): Block {
  const { start, from, tag, xml } = opening;
  const rest = text.slice(to, to + markWindow);
  const close = xml ? /^[ \t]*<\/code>/i.exec(rest) : /^[ \t]*(?:`{3,}|~{3,})/.exec(rest);
  const closed = close !== null && (xml || openingFence(firstLine(rest))?.tag !== 'python');
  return { start, from, to, end: closed ? to + close[0].length : to, closed, tag, xml };
}

function firstLine(text: string): string {
  return text.slice(0, lineEndOf(text, 0));
}

/** The index of the line feed that ends the line, or the length of the text. */
export function lineEndOf(text: string, index: number): number {
  const end = text.indexOf('\n', index);
  return end === -1 ? text.length : end;
}
