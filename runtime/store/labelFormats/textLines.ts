// The lines of a text that hold something, with their numbers.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';

export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

export function* textLines(text: string): Generator<TextLine> {
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() !== '') yield { number: index + 1, text: line };
  }
}

const AnyObject = z.record(z.string(), z.unknown());

/** The first line as an object; null when it is none. A line that was cut off is none either. */
export function firstObject(head: string): Readonly<Record<string, unknown>> | null {
  const [first] = textLines(head);
  const parsed = first === undefined ? null : parseJson(AnyObject, first.text);
  return parsed?.ok === true ? parsed.value : null;
}
