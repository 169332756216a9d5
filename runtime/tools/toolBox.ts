// The tools of one task behind the one function that the sandbox calls. What the code did wrong becomes a Python exception;
// a fault of a tool itself is logged and told to the code; only broken machinery is thrown.
import type { ToolSignature } from '../contract/tool.ts';
import type { CallTool, ToolAnswer } from '../sandbox/sandbox.ts';
import { errorMessage, FailureError, stackOf } from '../support/errors.ts';
import type { Log } from '../support/log.ts';
import type { Tool, ToolContext } from './tool.ts';
import { ToolError } from './tool.ts';
import { checkArguments } from './toolArguments.ts';

export interface ToolBoxOptions {
  readonly tools: readonly Tool[];
  /** Everything of a call's context that lasts for the task. */
  readonly context: Omit<ToolContext, 'signal' | 'note'>;
  readonly log: Log;
}

export interface ToolBox {
  readonly signatures: readonly ToolSignature[];
  /**
   * @throws FailureError when machinery behind a tool broke, such as the reader model, and an AbortError when the signal
   * fired
   */
  readonly callTool: CallTool;
}

export function createToolBox({ tools, context, log }: ToolBoxOptions): ToolBox {
  const byName = new Map(tools.map((tool) => [tool.signature.name, tool]));
  if (byName.size !== tools.length) throw new Error('Two tools have the same name.');
  const callTool: CallTool = async (name, args, signal) => {
    signal.throwIfAborted();
    const tool = byName.get(name);
    if (tool === undefined) return unknownTool(name, [...byName.keys()]);
    try {
      const notes: string[] = [];
      const note = (remark: string) => void notes.push(remark);
      const checked = checkArguments(tool.signature, args);
      const value = await tool.call(checked, { ...context, signal, note });
      return notes.length === 0 ? { ok: true, value } : { ok: true, value, notes };
    } catch (error) {
      return answerTo(name, error, signal, log);
    }
  };
  return { signatures: tools.map((tool) => tool.signature), callTool };
}

function unknownTool(name: string, names: readonly string[]): ToolAnswer {
  const message = `There is no tool ${name}. The tools are: ${names.join(', ')}.`;
  return { ok: false, pythonType: 'NameError', message };
}

function answerTo(name: string, error: unknown, signal: AbortSignal, log: Log): ToolAnswer {
  if (error instanceof ToolError) {
    return { ok: false, pythonType: error.pythonType, message: error.message };
  }
  if (error instanceof FailureError || signal.aborted) throw error;
  log.error('A tool failed', { tool: name, error: stackOf(error) });
  return {
    ok: false,
    pythonType: 'ToolError',
    message: `${name} failed: ${errorMessage(error)} This is a fault of the tool, not of your code; try another way.`,
  };
}
