// What the web tools have in common: what went wrong becomes a Python exception that names the tool's signature, a question is text
// or None, and every page that an answer rests on is noted with the call.
import { DocumentError } from '../../documents/document.ts';
import { WebError, type WebProblem } from '../../web/web.ts';
import { documentException } from '../documentException.ts';
import { callForm } from '../toolArguments.ts';
import { type Tool, type ToolContext, ToolError } from '../tool.ts';
import type { WebPage } from './webPage.ts';

/** Problems of the web become the exceptions that Python's own functions would raise. */
const exceptions: Readonly<Record<WebProblem, string>> = {
  refused: 'PermissionError',
  robots: 'PermissionError',
  'not-found': 'FileNotFoundError',
  'too-large': 'ValueError',
  'too-slow': 'TimeoutError',
  'too-many-redirects': 'ConnectionError',
  busy: 'ConnectionError',
  'not-recorded': 'LookupError',
  unreachable: 'ConnectionError',
  blocked: 'ConnectionError',
  unreadable: 'ValueError',
  status: 'ConnectionError',
};

export function webTool(signature: Tool['signature'], call: Tool['call']): Tool {
  return {
    signature,
    call: async (args, context) => {
      try {
        return await call(args, context);
      } catch (error) {
        throw withSignature(error, signature);
      }
    },
  };
}

function withSignature(error: unknown, signature: Tool['signature']): unknown {
  const pythonType = pythonTypeOf(error);
  if (pythonType === null || !(error instanceof Error)) return error;
  const message = `${error.message} (${callForm(signature)})`;
  return new ToolError(pythonType, message, { cause: error });
}

/** Null for what is no fault of the call. */
function pythonTypeOf(error: unknown): string | null {
  if (error instanceof ToolError) return error.pythonType;
  if (error instanceof WebError) return exceptions[error.problem];
  return error instanceof DocumentError ? documentException(error.problem) : null;
}

/** @throws ToolError for an empty one */
export function requiredText(args: Readonly<Record<string, unknown>>, name: string): string {
  const text = String(args[name]).trim();
  if (text === '') throw new ToolError('ValueError', `${name} is empty.`);
  return text;
}

/** Null for None and for an empty one. */
export function optionalText(args: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = args[name];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

type Source = Pick<WebPage, 'title' | 'url' | 'date'>;

/** `Tides (https://tides.example/, 2025-03-01)` */
export function sourceLine({ title, url, date }: Source): string {
  return `${title} (${date === null ? url : `${url}, ${date}`})`;
}

export function noteSources(context: ToolContext, pages: readonly WebPage[]): void {
  for (const page of pages) {
    context.note(`Source: ${sourceLine(page)}`);
    for (const remark of page.remarks) context.note(remark);
  }
}
