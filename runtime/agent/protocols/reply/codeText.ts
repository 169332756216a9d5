// The content of a block as Python that can be compiled: prompts of an interactive session, a stray language line, the
// indentation of the block and invisible characters are taken off; strings stay as they are.
import { regionCodes, scanPython } from './pythonScanner.ts';
import { hasInvisible, visible, withoutInvisible } from './invisible.ts';

export interface CodeText {
  readonly code: string;
  readonly indented: boolean;
  readonly repl: boolean;
  /** Invisible characters were taken out. */
  readonly invisible: boolean;
}

/** `untagged` allows a first line that only names the language. */
export function codeText(content: string, untagged: boolean): CodeText {
  const lines = content.split('\n');
  const session = sessionLines(lines);
  const written = session ?? (untagged ? withoutLanguageLine(lines) : lines);
  const code = written.join('\n');
  if (isPlain(code)) return { code: trimLines(code), ...asWritten, repl: session !== null };
  const cleaned = cleanCharacters(code);
  const dedented = dedent(cleaned);
  return {
    code: dedented.code,
    indented: dedented.indented,
    repl: session !== null,
    invisible: cleaned.invisible,
  };
}

const asWritten = { indented: false, invisible: false };

/** Nothing to take off: visible characters only, and a first line that is not indented. Saves most code a second scan. */
function isPlain(code: string): boolean {
  return visible(code) === code && !/^(?:[ \t\f]*\n)*[ \t]/.test(code);
}

/** Without blank lines at both ends and without space at the end. */
function trimLines(code: string): string {
  return code.replace(/^(?:[ \t\f]*\n)+/, '').trimEnd();
}

/** The input of an interactive session, without what the interpreter printed; null when it is none. */
function sessionLines(lines: readonly string[]): readonly string[] | null {
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined || !/^[ \t]*>>>(?: |$)/.test(first)) return null;
  return lines.flatMap((line) => {
    const match = /^[ \t]*(?:>>>|\.\.\.)(?: (.*))?$/.exec(line);
    return match === null ? [] : [match[1] ?? ''];
  });
}

function withoutLanguageLine(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const named = first !== -1 && /^\s*(?:python3?|py)\s*$/i.test(lines[first] ?? '');
  return named ? lines.slice(first + 1) : lines;
}

interface Cleaned {
  readonly lines: readonly CodeLine[];
  readonly invisible: boolean;
}

interface CodeLine {
  readonly text: string;
  /** The line begins inside a string, so its indentation is content. */
  readonly inString: boolean;
}

function cleanCharacters(code: string): Cleaned {
  const regions = new Uint8Array(code.length);
  const inString: boolean[] = [];
  scanPython(code, 0, {
    regions,
    stopAt: (index, region) => {
      if (index === 0 || code.charAt(index - 1) === '\n') inString.push(region === 'string');
      return false;
    },
  });
  const invisible = hasInvisible(code);
  const text = invisible || visible(code) !== code ? cleanOutsideStrings(code, regions) : code;
  return {
    lines: text
      .split('\n')
      .map((line, index) => ({ text: line, inString: inString[index] ?? false })),
    invisible,
  };
}

/** No code can hold NUL, not even a string. */
function cleanOutsideStrings(code: string, regions: Uint8Array): string {
  let text = '';
  let from = 0;
  while (from < code.length) {
    const string = regions[from] === regionCodes.string;
    let to = from + 1;
    while (to < code.length && (regions[to] === regionCodes.string) === string) to += 1;
    const piece = code.slice(from, to);
    text += string ? piece.replaceAll('\0', '') : visible(piece);
    from = to;
  }
  return text;
}

function dedent({ lines }: Cleaned): { code: string; indented: boolean } {
  const measured = lines.filter((line) => !line.inString && line.text.trim() !== '');
  const indents = measured.map((line) => indentOf(line.text));
  const common = commonPrefix(indents);
  if (common !== '')
    return { code: joined(lines, (text) => withoutPrefix(text, common)), indented: true };
  // Every line is indented, but one with tabs and one with spaces: only their columns can be compared.
  if (indents.length > 0 && indents.every((indent) => indent !== '')) {
    return { code: dedentColumns(lines), indented: true };
  }
  return { code: joined(lines, (text) => text), indented: false };
}

function dedentColumns(lines: readonly CodeLine[]): string {
  const spaced = lines.map((line) =>
    line.inString ? line : { ...line, text: expandTabs(line.text) },
  );
  const measured = spaced.filter((line) => !line.inString && line.text.trim() !== '');
  const common = commonPrefix(measured.map((line) => indentOf(line.text)));
  return joined(spaced, (text) => withoutPrefix(text, common));
}

/** Tabs of four columns, as editors show them. */
function expandTabs(text: string): string {
  const indent = indentOf(text);
  return indent.replaceAll('\t', '    ') + text.slice(indent.length);
}

function joined(lines: readonly CodeLine[], each: (text: string) => string): string {
  return trimLines(lines.map((line) => each(line.text)).join('\n'));
}

function withoutPrefix(text: string, prefix: string): string {
  if (text.startsWith(prefix)) return text.slice(prefix.length);
  return text.trim() === '' ? '' : text;
}

function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? '';
}

function commonPrefix(texts: readonly string[]): string {
  const first = texts[0] ?? '';
  let length = first.length;
  for (const text of texts) {
    let same = 0;
    while (same < length && text.charAt(same) === first.charAt(same)) same += 1;
    length = same;
  }
  return first.slice(0, length);
}

/** The content of inline code and of text behind `Code:` that one pair of backticks wraps. */
export function withoutBackticks(text: string): string {
  const match = /^(`{1,2})([^`\n]+)\1$/.exec(text.trim());
  return match?.[2] ?? text;
}

/** For messages: a short look at what was written. */
export function firstWords(text: string): string {
  const line = withoutInvisible(text).trim().split('\n')[0] ?? '';
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}
