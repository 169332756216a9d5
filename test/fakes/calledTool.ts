// Calls one tool as the tool box does, and keeps its notes and what its reader was asked.
import type { Reader, Tool } from '../../runtime/tools/tool.ts';
import type { ChosenFiles } from '../../runtime/support/chosenFiles.ts';
import { noFiles } from '../../runtime/support/chosenFiles.ts';

export class FakeReader implements Reader {
  readonly asked: { readonly question: string; readonly text: string }[] = [];

  answer(question: string, text: string): Promise<string> {
    this.asked.push({ question, text });
    return Promise.resolve('Answer: at six');
  }
}

export interface Called {
  readonly value: string;
  readonly notes: readonly string[];
}

export async function callTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  { reader = null, files = noFiles }: { reader?: Reader | null; files?: ChosenFiles } = {},
): Promise<Called> {
  const notes: string[] = [];
  const note = (remark: string) => void notes.push(remark);
  const { signal } = new AbortController();
  const value = await tool.call(args, { files, reader, signal, note });
  return { value: String(value), notes };
}
