// Words and tags that ToolRL's dialect (arXiv 2504.13958) is made of.

export const thinkTag = 'think';
export const callTag = 'tool_call';
export const responseTag = 'response';

/** Head of the user message; past turns and the request follow it. */
export const historyHead = '**Dialogue Records History**';

export const toolRlCallForm = '{"name": "the_tool", "parameters": {"parameter": "value"}}';

export function callTurn(thought: string, calls: string): string {
  return `<think>${thought}</think>\n<tool_call>\n${calls}\n</tool_call>`;
}
