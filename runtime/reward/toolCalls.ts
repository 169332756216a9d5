// Calls as policies of ToolRL and ARTIST write them and as the truth names them: one JSON object a line, with `name` and
// `parameters` or `arguments`. Pure.
import { isDict, pythonEquals, type PythonDict, type PythonValue } from './python/pythonValue.ts';
import { pythonStrip } from './python/pythonText.ts';
import { readPythonJson } from './python/readPythonJson.ts';

/** A call that has at least a name. */
export interface WrittenCall {
  readonly name: PythonValue;
  /** Undefined where the call does not say any; any JSON, not only an object. */
  readonly parameters: PythonValue | undefined;
  /** The whole object. */
  readonly whole: PythonDict;
}

/** The text of the first `<tool_call>`, up to its end or the next one; null when one of the two tags is nowhere. */
export function toolCallText(reply: string): string | null {
  if (!reply.includes('<tool_call>') || !reply.includes('</tool_call>')) return null;
  const [, inside = ''] = reply.split('<tool_call>');
  return inside.split('</tool_call>')[0] ?? '';
}

/** Under which key a dialect writes the arguments of a call. */
export type ArgumentsKey = 'parameters' | 'arguments';

/** The calls of a text, a line each; null when a line is not a JSON object with a name. */
export function readCalls(text: string, key: ArgumentsKey): WrittenCall[] | null {
  const calls: WrittenCall[] = [];
  for (const line of pythonStrip(text).split('\n')) {
    const read = readPythonJson(line);
    const call = read.ok && isDict(read.value) ? writtenCall(read.value, key) : null;
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

function writtenCall(whole: PythonDict, key: ArgumentsKey): WrittenCall | null {
  const name = whole.get('name');
  if (name === undefined) return null;
  return { name, parameters: whole.get(key), whole };
}

/** The same calls in any order, each as often; what else an object holds beside name and parameters is not looked at. */
export function sameCalls(truth: readonly WrittenCall[], found: readonly WrittenCall[]): boolean {
  if (truth.length !== found.length) return false;
  const left = [...found];
  for (const call of truth) {
    const index = left.findIndex((one) => isSameCall(call, one));
    if (index === -1) return false;
    left.splice(index, 1);
  }
  return true;
}

function isSameCall(truth: WrittenCall, found: WrittenCall): boolean {
  if (!pythonEquals(truth.name, found.name)) return false;
  if (truth.parameters === undefined || found.parameters === undefined) {
    return truth.parameters === found.parameters;
  }
  return pythonEquals(truth.parameters, found.parameters);
}
