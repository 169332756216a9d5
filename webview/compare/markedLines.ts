// Lines of code or output with the parts marked that the other side has not. Marks lie over the colours of the code.
import { html, type TemplateResult } from 'lit';
import { lineView, tokenView } from '../text/codeView.ts';
import type { Token } from '../text/highlight.ts';
import type { Span } from './differences.ts';

export interface Segment extends Token {
  readonly marked: boolean;
}

/** Cuts tokens where marks begin and end. `spans` count characters of the whole text, line ends included. */
export function markedLines(
  lines: readonly (readonly Token[])[],
  spans: readonly Span[],
): Segment[][] {
  let at = 0;
  return lines.map((tokens) => {
    const segments = tokens.flatMap((token) => {
      const from = at;
      at += token.text.length;
      return cut(token, from, spans);
    });
    at += 1;
    return segments;
  });
}

function cut(token: Token, from: number, spans: readonly Span[]): Segment[] {
  const to = from + token.text.length;
  const segments: Segment[] = [];
  let at = from;
  const push = (end: number, marked: boolean): void => {
    if (end <= at) return;
    segments.push({ text: token.text.slice(at - from, end - from), kind: token.kind, marked });
    at = end;
  };
  for (const [start, end] of spans) {
    if (end <= at || start >= to) continue;
    push(Math.max(at, start), false);
    push(Math.min(to, end), true);
  }
  push(to, false);
  return segments;
}

/** `ins` on the left side and `del` on the right, as the diff editor colours them. */
export type Mark = 'ins' | 'del';

export function segmentLines(lines: readonly Segment[][], mark: Mark): TemplateResult[] {
  return lines.map((segments) => lineView(runs(segments).map((run) => runView(run, mark))));
}

/** Neighbours that are marked alike. */
function runs(segments: readonly Segment[]): Segment[][] {
  const found: Segment[][] = [];
  for (const segment of segments) {
    const last = found.at(-1);
    if (last?.[0]?.marked === segment.marked) last.push(segment);
    else found.push([segment]);
  }
  return found;
}

/** Without white space between the tags: it would show. */
function runView(run: readonly Segment[], mark: Mark): TemplateResult {
  const content = run.map(tokenView);
  if (run[0]?.marked !== true) return html`${content}`;
  if (mark === 'ins') return html`<ins class="ins">${content}</ins>`;
  return html`<del class="del">${content}</del>`;
}

/** For output, which has no line numbers. */
export function segmentText(lines: readonly Segment[][], mark: Mark): TemplateResult[] {
  return lines.map(
    (segments, index) =>
      html`${index === 0 ? '' : '\n'}${runs(segments).map((run) => runView(run, mark))}`,
  );
}
