// A policy that follows a script, reply by reply, and remembers what it was asked.
import type { Reply } from '../../runtime/contract/reply.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from '../../runtime/policy/policy.ts';
import { failure } from '../../runtime/support/errors.ts';
import { makeReply } from './records.ts';

/** A text, a reply that differs from the usual one, an error to throw, or what to do at that point. */
export type Line =
  | string
  | Partial<Reply>
  | Error
  | ((request: PolicyRequest, options: PolicyOptions) => Promise<Reply>);

export interface ScriptedPolicyOptions {
  readonly contextTokens?: number | null;
  readonly promptStyle?: PolicyCapabilities['promptStyle'];
}

export class ScriptedPolicy implements Policy {
  readonly model = 'scripted';
  readonly capabilities: PolicyCapabilities;
  readonly contextTokens: number | null;
  readonly requests: PolicyRequest[] = [];
  private readonly lines: readonly Line[];

  constructor(lines: readonly Line[], options: ScriptedPolicyOptions = {}) {
    this.lines = lines;
    this.contextTokens = options.contextTokens ?? null;
    const promptStyle = options.promptStyle ?? 'full';
    this.capabilities = { tokens: false, logProbs: false, grammar: false, promptStyle };
  }

  async complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    const line = this.lines[this.requests.length];
    this.requests.push(request);
    if (line === undefined)
      throw failure('policy', 'script-ended', 'The script has no more reply.');
    if (line instanceof Error) throw line;
    if (typeof line === 'function') return line(request, options);
    const reply = scriptedReply(typeof line === 'string' ? { text: line } : line);
    await speak(reply, options);
    return reply;
  }

  /** A token for every four characters, and four for each message. */
  countTokens(messages: readonly ChatMessage[]): Promise<number> {
    const counts = messages.map(({ content }) => Math.ceil(content.length / 4) + 4);
    return Promise.resolve(counts.reduce((sum, count) => sum + count, 0));
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

/** The usual reply of a server that does not say which stop string ended it. */
export function scriptedReply(over: Partial<Reply>): Reply {
  return makeReply({ model: 'scripted', stopString: null, usage: null, ...over });
}

/** Streams the text in pieces of seven characters. */
async function speak(reply: Reply, { onText }: PolicyOptions): Promise<void> {
  for (let at = 0; at < reply.text.length; at += 7) {
    onText?.(reply.text.slice(at, at + 7), 'reply');
    await Promise.resolve();
  }
}

/** `Thought: ...` and code in the format that the prompt asks for. */
export function action(code: string, thought = 'I go on.'): string {
  return `Thought: ${thought}\nCode:\n\`\`\`py\n${code}\n\`\`\`<end_code>`;
}
