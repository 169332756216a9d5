// How the turns before are told to the model: what of its thoughts they keep, and whether they are turns of their own or written out in
// one message. Both move scores by several points (arXiv 2606.00135), so that both are settings. Pure.
import type { HistoryForm, ThinkingForm } from '../contract/recipe.ts';
import type { Step } from '../contract/step.ts';
import type { ChatMessage } from '../policy/policy.ts';
import type { Protocol } from './protocols/protocol.ts';

type ToldStep = Pick<Step, 'reply' | 'thought' | 'code' | 'faults'>;

/** The reply of a step as later prompts tell it. A reply without code is all thought, and stays. */
export function toldReply(
  { reply, thought, code, faults }: ToldStep,
  protocol: Pick<Protocol, 'recall' | 'write'>,
  thinking: ThinkingForm,
): string {
  if (thinking === 'none' && code !== null) return protocol.write('', code);
  const said = protocol.recall(reply, { thought, code, faults });
  const hidden = reply.reasoning?.trim() ?? '';
  return thinking === 'all' && hidden !== '' ? `<think>\n${hidden}\n</think>\n${said}` : said;
}

const names = { user: 'User', assistant: 'Assistant' } as const;

/** Written out, everything but the system text becomes one message; a question that stands alone stays as it is. */
export function toldMessages(
  messages: readonly ChatMessage[],
  history: HistoryForm,
): readonly ChatMessage[] {
  const system = messages.filter(({ role }) => role === 'system');
  const turns = messages.filter(({ role }) => role !== 'system');
  if (history === 'native' || turns.length < 2) return messages;
  const written = turns.map(({ role, content }) =>
    role === 'system' ? content : `${names[role]}:\n${content}`,
  );
  return [...system, { role: 'user', content: `${written.join('\n\n')}\n\n${names.assistant}:` }];
}
