// Shortens long texts for a viewer, and finds the whole of one again by the path of its field.
import type { Step } from '../../contract/step.ts';
import { clippedCharacters, type StepView } from '../../contract/viewing.ts';

const headShare = 0.7;
/** Room for the line that says what is left out. */
const noteCharacters = 80;

/** Head and tail with a line between them, together at most `limit` characters (UTF-16 code units). */
export function clipText(text: string, limit = clippedCharacters): string {
  if (text.length <= limit) return text;
  const room = Math.max(2, limit - noteCharacters);
  const head = wholeHead(text, Math.floor(room * headShare));
  const tail = wholeTail(text, room - Math.floor(room * headShare));
  const left = (text.length - head.length - tail.length).toLocaleString('en-US');
  return `${head}\n… ${left} characters are left out here …\n${tail}`;
}

/** One line for a list. */
export function clipLine(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${wholeHead(text, limit - 1)}…`;
}

function wholeHead(text: string, length: number): string {
  return text.slice(0, isLowSurrogate(text.charCodeAt(length)) ? length - 1 : length);
}

function wholeTail(text: string, length: number): string {
  const start = text.length - length;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** A step without token ids and with every long text clipped. */
export function stepView(step: Step): StepView {
  const clipped: StepView['clipped'] = [];
  const clip = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      if (value.length <= clippedCharacters) return value;
      clipped.push({ field: path, characters: value.length });
      return clipText(value);
    }
    if (Array.isArray(value))
      return value.map((item, index) => clip(item, join(path, String(index))));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, clip(item, join(path, key))]),
    );
  };
  const bare = { ...step, reply: { ...step.reply, tokens: null } };
  // Only texts were replaced by shorter ones, so it is still a step.
  return { step: clip(bare, '') as Step, clipped };
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The text at a dotted path such as `toolCalls.0.preview`; null when there is none. Keys may hold dots. */
export function textAt(value: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    if (key === path && typeof item === 'string') return item;
    if (!path.startsWith(`${key}.`)) continue;
    const found = textAt(item, path.slice(key.length + 1));
    if (found !== null) return found;
  }
  return null;
}
