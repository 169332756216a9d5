// A run event as a page gets it: without token ids, long texts clipped. The whole is in the trajectory file.
import type { RunEvent } from '../../runtime/contract/events.ts';

/** The same as the clipped texts of a stored step. Not imported, because that would load every schema. */
const clippedCharacters = 20_000;

export function pageEvent(event: RunEvent): RunEvent {
  if (event.type === 'text-sampled') return event;
  if (event.type !== 'step-ended') return clipped(event);
  const { step } = event;
  return { ...event, step: clipped({ ...step, reply: { ...step.reply, tokens: null } }) };
}

/** The same value with each long text in it shortened to its head and its tail. */
function clipped<Value>(value: Value): Value {
  // Strings become strings and objects keep their keys, so the type stays.
  if (typeof value === 'string') return clipText(value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => clipped(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [key, clipped(inner)]),
  ) as Value;
}

export function clipText(text: string, characters = clippedCharacters): string {
  if (text.length <= characters) return text;
  const head = Math.ceil(characters * 0.75);
  const tail = characters - head;
  const left = (text.length - characters).toLocaleString('en');
  return `${text.slice(0, head)}\n… ${left} characters left out …\n${text.slice(-tail)}`;
}
