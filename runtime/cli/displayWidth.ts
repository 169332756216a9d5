// How many columns text takes on a terminal, and how to break it so that it fits.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;
const zero = /^[\p{Mark}\u200B-\u200D]+$/u;
const plain = /^[\x20-\x7E]*$/;

/** Columns of one line without escape sequences; Chinese, Japanese, Korean and emoji take two. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (zero.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

/** Breaks one line after spaces, and inside words that are longer than the width. Continuations get the indent. */
export function wrapLine(line: string, width: number, indent = ''): string[] {
  if (displayWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  let used = 0;
  const room = Math.max(8, width);
  for (const piece of pieces(line, room - displayWidth(indent))) {
    const length = displayWidth(piece);
    if (used + displayWidth(piece.trimEnd()) > room && current.trim() !== '') {
      lines.push(current.trimEnd());
      current = indent;
      used = displayWidth(indent);
    }
    current += piece;
    used += length;
  }
  return [...lines, current.trimEnd()];
}

/** Wraps each line of a text. */
export function wrapText(text: string, width: number, indent = ''): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width, indent));
}

/** Cuts a line to a width and says so by an ellipsis. */
export function truncate(line: string, width: number): string {
  if (displayWidth(line) <= width) return line;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(line)) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Words with the spaces after them; CJK characters and pieces of over-long words stand alone. */
function* pieces(line: string, room: number): Generator<string> {
  for (const [word] of line.matchAll(/\s*\S+\s*?(?=\s|$)\s?|\s+/g)) {
    if (displayWidth(word) <= room && !wide.test(word)) yield word;
    else yield* split(word, wide.test(word) ? 2 : room);
  }
}

function* split(word: string, room: number): Generator<string> {
  let piece = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const width = graphemeWidth(segment);
    if (piece !== '' && used + width > room) {
      yield piece;
      piece = '';
      used = 0;
    }
    piece += segment;
    used += width;
  }
  if (piece !== '') yield piece;
}
