// Calls as a policy writes them: one JSON object a line. Pure.
import * as z from 'zod';
import type { ParseFault } from '../../../contract/reply.ts';
import { parseJson } from '../../../support/parseJson.ts';
import { withoutFence } from './tagFence.ts';
import { tagFault } from './taggedReply.ts';

export interface CallLines {
  /** The calls, one a line, each as it was written so that no digit of a number is lost; null when one is no call. */
  readonly calls: string | null;
  readonly faults: readonly ParseFault[];
}

/** What stands between the tags. `shape` is a call of the dialect, `form` shows one to the policy. */
export function readCallLines(content: string, shape: z.ZodType, form: string): CallLines {
  const { content: body, fenced } = withoutFence(content);
  const faults = fenced
    ? [tagFault('foreign-tag', 'A fence stands around the calls; it was taken off.')]
    : [];
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) {
    return {
      calls: null,
      faults: [...faults, tagFault('bad-call', 'There is no call in the tag.')],
    };
  }
  const wrong = lines.findIndex((line) => !parseJson(shape, line).ok);
  if (wrong === -1) return { calls: lines.join('\n'), faults };
  const loose = looseCalls(body, shape);
  return loose === null
    ? { calls: null, faults: [...faults, badLine(wrong + 1, form)] }
    : {
        calls: loose,
        faults: [...faults, tagFault('bad-call', `Write each call on one line: ${form}`)],
      };
}

/** Calls in one JSON value over several lines, or in a list: clear enough to run, yet not as asked for. */
function looseCalls(body: string, shape: z.ZodType): string | null {
  const several = parseJson(z.array(shape).min(1), body);
  if (several.ok) return several.value.map((call) => JSON.stringify(call)).join('\n');
  const one = parseJson(shape, body);
  return one.ok ? JSON.stringify(one.value) : null;
}

function badLine(line: number, form: string): ParseFault {
  return tagFault('bad-call', `Line ${line} is no call, so none was made. A call reads ${form}`);
}
