// One tool of the agent. It runs on the host, with arguments that the sandbox has already bound to its signature.
import type { ToolSignature } from '../contract/tool.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';

/** Answers a question from a text; the reader model of inspect_file_as_text and of the web tools. */
export interface Reader {
  /** @throws FailureError at boundary `policy` */
  answer(question: string, text: string, signal: AbortSignal): Promise<string>;
}

export interface ToolContext {
  readonly files: ChosenFiles;
  /** Null when no reader model is configured; tools then return the text itself and say so. */
  readonly reader: Reader | null;
  readonly signal: AbortSignal;
  /** Keeps a remark with the record of the call, for a person who reads it later. */
  readonly note: (remark: string) => void;
}

export interface Tool {
  readonly signature: ToolSignature;
  /** @throws ToolError for what the code did wrong; anything else is broken machinery */
  call(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<unknown>;
}

/** Becomes a Python exception of the named built-in type in the agent's code. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly pythonType: string;

  constructor(pythonType: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.pythonType = pythonType;
  }
}
