// A reply of the policy as a message of Inspect. Pure.
import type { Step } from '../../contract/step.ts';
import { codeCall } from './codeCall.ts';

export function inspectReply(step: Step): Record<string, unknown> {
  const call = codeCall(step);
  const { reasoning, model } = step.reply;
  const text = { type: 'text', text: step.thought };
  return {
    id: `reply_${step.index}`,
    role: 'assistant',
    content: reasoning === null ? step.thought : [{ type: 'reasoning', reasoning }, text],
    source: 'generate',
    model,
    ...(call === null
      ? {}
      : {
          tool_calls: [
            { id: call.id, function: call.name, arguments: call.arguments, type: 'function' },
          ],
        }),
  };
}
