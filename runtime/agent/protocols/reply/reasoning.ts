// Takes the reasoning out of a reply: models that think first write `<think>` ... `</think>` before their answer, and fences
// in there are drafts that must not run.

export interface Answer {
  readonly text: string;
  /** The reply ends inside its reasoning. */
  readonly openReasoning: boolean;
}

const tag = /<(\/?)(?:think|thinking|reasoning)>/gi;
const fence = /^[ \t]*(?:```|~~~)/m;
/** Furthest look to the left for the start of a line. */
const lineWindow = 80;

/**
 * Tags count at the start of a line, closing ones at its end too, so that code which handles such tags stays whole. A
 * closing tag that nothing opened ends reasoning whose opening tag the chat template had written into the prompt.
 */
export function withoutReasoning(text: string): Answer {
  const pieces: string[] = [];
  let keptFrom = 0;
  let inside = false;
  let opened = false;
  for (const match of text.matchAll(tag)) {
    const closes = match[1] === '/';
    const end = match.index + match[0].length;
    if (inside) {
      if (!closes) continue;
      inside = false;
      keptFrom = end;
    } else if (closes) {
      if (opened || !(startsLine(text, match.index) || endsLine(text, end))) continue;
      pieces.length = 0;
      keptFrom = end;
    } else if (startsLine(text, match.index)) {
      const before = text.slice(keptFrom, match.index);
      // Past the first fence such a tag belongs to the code.
      if (fence.test(before)) break;
      pieces.push(before);
      inside = true;
      opened = true;
    }
  }
  if (!inside) pieces.push(text.slice(keptFrom));
  return { text: pieces.join(''), openReasoning: inside };
}

function startsLine(text: string, index: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, index - lineWindow), index));
}

function endsLine(text: string, index: number): boolean {
  return /^[ \t]*(?:\n|$)/.test(text.slice(index, index + lineWindow));
}
