// What the reference answer of a ToolRL task asks for: a reply as it should be, taken apart once. Pure.
import type { Parsed } from '../../support/parseJson.ts';
import { isDict, type PythonDict } from '../python/pythonValue.ts';
import { readCalls, sameCalls, toolCallText, type WrittenCall } from '../toolCalls.ts';
import { formOf, hasForm, type ReplyForm } from './toolRlFormat.ts';

export interface TrueCall extends WrittenCall {
  readonly parameters: PythonDict;
}

export interface ToolRlTruth {
  readonly form: ReplyForm;
  /** Null where nothing is to be called. */
  readonly calls: readonly TrueCall[] | null;
}

/** The problem is a sentence for the person who made the task. */
export function readTruth(answer: string | null): Parsed<ToolRlTruth> {
  if (answer === null) return { ok: false, problem: 'the task has no reference answer' };
  const form = formOf(answer);
  if (!answer.includes('<tool_call>')) return { ok: true, value: { form, calls: null } };
  const calls = trueCalls(readCalls(toolCallText(answer) ?? '', 'parameters') ?? []);
  if (calls.length > 0) return { ok: true, value: { form, calls } };
  return {
    ok: false,
    problem:
      'the reference answer does not hold its calls as JSON objects with name and parameters, one a line',
  };
}

/** None unless all are whole. */
function trueCalls(calls: readonly WrittenCall[]): readonly TrueCall[] {
  const whole = calls.filter(
    (call): call is TrueCall => isDict(call.parameters) && typeof call.name === 'string',
  );
  return whole.length === calls.length ? whole : [];
}

/**
 * All true calls and no other, in any order; where nothing is to be called, a reply in its form that calls nothing either. Not
 * shaped by any setting.
 */
export function isRight(reply: string, { form, calls }: ToolRlTruth): boolean {
  if (calls === null) return !reply.includes('<tool_call>') && hasForm(reply, form);
  const made = toolCallText(reply);
  const found = made === null ? null : readCalls(made, 'parameters');
  return found !== null && sameCalls(calls, found);
}
