// A tool that a trajectory had and that is not at hand when its code is run again: the code gets an error where it calls it.
import type { ToolSignature } from '../contract/tool.ts';
import { type Tool, ToolError } from './tool.ts';

export function closedTool(signature: ToolSignature): Tool {
  return {
    signature,
    call: () =>
      Promise.reject(
        new ToolError(
          'RuntimeError',
          `${signature.name} is not at hand here: it needs the web, or a tool of the person, as the first run had it.`,
        ),
      ),
  };
}
