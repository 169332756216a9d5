// The marks that give a reply its shape: headings, terminators, fences and their tags, in the spellings that models use.
import { indexOfVisible, visible } from './invisible.ts';

export type HeadingKind = 'thought' | 'code' | 'observation';

export interface Heading {
  readonly kind: HeadingKind;
  /** Characters of the line that the heading takes; the rest of the line is content. */
  readonly length: number;
}

/** Longest piece of a line that can be a heading. */
const headingWindow = 120;

const words: Readonly<Record<HeadingKind, string>> = {
  thought:
    'thoughts?|reasoning|思考|想法|思路|pensamientos?|pensamento|pensée|pensiero|gedanke|мысль|생각',
  code: 'code|python code|代码|代碼|コード|código|codice|код|코드',
  observation:
    'observations?|观察|观察结果|觀察|観察|observación|observação|osservazione|beobachtung|наблюдение|관찰|execution logs?',
};

// `1. **Code:**`, `### Code :`, `> Code 2:`, `Code：` and the like.
const before = String.raw`^[>*#+\-_\s[]*(?:\d{1,3}[.)][*_\s]*)?`;
const after = String.raw`(?:\s*#?\d{1,3})?[*_\]\s]*[:：][*_]*[ \t]*`;
const kinds = ['thought', 'code', 'observation'] as const;
const headings = kinds.map((kind) => ({
  kind,
  withColon: new RegExp(`${before}(?:${words[kind]})${after}`, 'iu'),
  // Without a colon a word is a heading only where Markdown makes it one and it stands alone.
  alone: new RegExp(`^\\s*(?:#{1,6}\\s*|\\*\\*)(?:${words[kind]})\\**\\s*$`, 'iu'),
}));

/** The heading that a line of prose starts with. */
export function headingOf(line: string): Heading | null {
  const shown = visible(line.slice(0, headingWindow));
  if (!/[:：#*]/.test(shown)) return null;
  for (const { kind, withColon, alone } of headings) {
    const match = withColon.exec(shown);
    if (match !== null) return { kind, length: indexOfVisible(line, match[0].length) };
    if (line.length < headingWindow && alone.test(shown)) return { kind, length: line.length };
  }
  return null;
}

/** A line that starts with the mark of an observation in the spelling of the prompt; so it counts even inside code. */
export function startsObservation(line: string): boolean {
  if (!line.includes('O')) return false;
  return /^[\s>*_.]*Observation\s*[:：]/.test(visible(line.slice(0, headingWindow)));
}

/** `<end_code>` and the terminators of neighbouring dialects, at the very start of the text. */
export const terminatorAtStart = /^<[ \t]?(?:\/?[ \t]?end_(?:code|action)|\/[ \t]?code)[ \t]?>/i;
const terminatorAnywhere = /<[ \t]?(?:\/?[ \t]?end_(?:code|action)|\/[ \t]?code)[ \t]?>/i;

/**
 * The start of the next line, from `at` on, that can hold a heading, a fence or a terminator: it has one of their characters.
 * The length of the text when there is none. Most lines of prose and most blank ones are passed over this way.
 */
export function nextMarkedLine(text: string, at: number): number {
  const mark = /[<:`~#*]|[^\n -~\t]/g;
  mark.lastIndex = at;
  const match = mark.exec(text);
  return match === null ? text.length : Math.max(at, text.lastIndexOf('\n', match.index) + 1);
}

/** Where the first terminator of a line begins, or -1. */
export function terminatorIn(line: string): number {
  return line.includes('<') ? line.search(terminatorAnywhere) : -1;
}

const wholeTerminators = ['<end_code>', '</end_code>', '<end_action>', '</code>'];

/** A terminator or stop mark that breaks off at the end of the text, such as `<end_co`: where it begins, or -1. */
export function partialTerminatorAt(text: string): number {
  const end = text.trimEnd();
  const tail = end.slice(-16);
  const bracket = tail.lastIndexOf('<');
  if (bracket >= 0) {
    const piece = tail.slice(bracket).toLowerCase();
    const at = end.length - tail.length + bracket;
    const alone = end.slice(end.lastIndexOf('\n') + 1, at).trim() === '';
    const long = piece.length >= 4 || (alone && piece.length >= 1);
    if (long && wholeTerminators.some((whole) => whole.startsWith(piece))) return at;
  }
  const mark = /(?:^|\n)[ \t]*(Obse(?:r(?:v(?:a(?:t(?:i(?:on?)?)?)?)?)?)?)$/.exec(end.slice(-40));
  return mark?.[1] === undefined ? -1 : end.length - mark[1].length;
}

export type TagKind = 'python' | 'none' | 'foreign' | 'unknown';

const pythonTags = new Set(
  'py python python2 python3 py3 ipython ipython3 pycon python-repl pyrepl tool_code code repl py-code'.split(
    ' ',
  ),
);
const foreignTags = new Set(
  (
    'json jsonc json5 jsonl bash sh shell zsh fish console terminal cmd bat powershell ps1 sql sqlite mysql js javascript ' +
    'jsx ts typescript tsx node html xml svg css scss yaml yml toml ini csv tsv text txt plain plaintext raw markdown md ' +
    'output out stdout stderr log logs result results observation thought r c cpp c++ cs csharp c# java kotlin swift go ' +
    'rust rs ruby rb php perl julia lua scala haskell latex tex math diff patch dockerfile makefile mermaid http regex'
  ).split(' '),
);

/** What the tag of a fence says about its content; `{python}` and any case count. */
export function tagKind(tag: string): TagKind {
  const name = tag.toLowerCase().replaceAll(/^[{.]+|\}+$/g, '');
  if (name === '') return 'none';
  if (pythonTags.has(name)) return 'python';
  return foreignTags.has(name) ? 'foreign' : 'unknown';
}

export interface Fence {
  readonly character: '`' | '~';
  readonly run: number;
  readonly indent: number;
  readonly tag: TagKind;
  /** Characters of the line before content on the same line; the length of the line when there is none. */
  readonly contentAt: number;
}

const fencePattern = /^([ \t]*)(`{3,}|~{3,})[ \t]*(\{?\.?[\p{L}\d_+#.-]*\}?)/u;
/** What may stand after a tag without being code: the settings that documentation tools read. */
const tagSettings =
  /^[ \t]*(?:\{[^}]*\}|(?:title|file|filename|name|linenums|hl_lines)=\S+|copy|editable)?[ \t]*$/i;

/** The fence that a line opens, with content on the same line where there is some. */
export function openingFence(line: string): Fence | null {
  const match = fencePattern.exec(line.slice(0, 400));
  if (match === null) return null;
  const [whole, indent = '', run = '', written = ''] = match;
  const fence = {
    character: run.startsWith('~') ? ('~' as const) : ('`' as const),
    run: run.length,
    indent: indent.length,
  };
  const rest = visible(line.slice(whole.length));
  const tag = tagKind(written);
  if (tagSettings.test(rest)) return { ...fence, tag, contentAt: line.length };
  // With text after it, a word that is no language is the first word of the code: "```print(1)```".
  const separated = /^[\s`~<]/.test(rest);
  const isTag = written !== '' && separated && (tag === 'python' || tag === 'foreign');
  const markEnd = isTag ? whole.length : indent.length + run.length;
  const space = /^[ \t]*/.exec(line.slice(markEnd, markEnd + 400))?.[0] ?? '';
  return { ...fence, tag: isTag ? tag : 'none', contentAt: markEnd + space.length };
}

/** A line that can close a fence: backticks or tildes, and nothing after them but space or a terminator. */
export function isClosingFence(line: string, fence: Pick<Fence, 'character'>): boolean {
  const pattern =
    fence.character === '`' ? /^[ \t]*`{3,}[ \t]*(?:<|$)/ : /^[ \t]*~{3,}[ \t]*(?:<|$)/;
  return pattern.test(line.slice(0, 400).trimEnd());
}
