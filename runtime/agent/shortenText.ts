// Cuts a text in the middle and says so in the text, because a policy must know that it does not see everything.

/** Shortest text that still carries its mark and something around it. */
export const shortestText = 120;

/**
 * The text itself when it fits, else its head and tail around a mark; together at most `maxCharacters`, or
 * `shortestText` where that is more.
 */
export function shortenText(text: string, maxCharacters: number): string {
  const limit = Math.max(maxCharacters, shortestText);
  if (text.length <= limit) return text;
  // The mark is at its longest when the shown count has as many digits as the whole.
  const room = limit - mark(text.length, text.length).length;
  const head = wholeHead(text, Math.ceil(room / 2));
  const tail = wholeTail(text, Math.floor(room / 2));
  return head + mark(head.length + tail.length, text.length) + tail;
}

function mark(shown: number, total: number): string {
  return `\n[shortened: ${shown} of ${total} characters shown]\n`;
}

/** Cuts never fall inside a surrogate pair. */
function wholeHead(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function wholeTail(text: string, length: number): string {
  const cut = length === 0 ? '' : text.slice(-length);
  return /^[\udc00-\udfff]/.test(cut) ? cut.slice(1) : cut;
}
