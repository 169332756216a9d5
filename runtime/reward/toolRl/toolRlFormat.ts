// Whether a reply has the form that the truth has: a thought, then calls, a response, both or neither. Pure.

export interface ReplyForm {
  /** For people: `a thought and calls`. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Tags that must be there exactly once. */
  readonly tags: readonly string[];
}

const callTags = ['<tool_call>', '</tool_call>'];
const responseTags = ['<response>', '</response>'];

const forms = {
  thought: { name: 'a thought', pattern: /^<think>.*?<\/think>$/s, tags: [] },
  response: {
    name: 'a thought and a response',
    pattern: /^<think>.*?<\/think>\n<response>.*?<\/response>$/s,
    tags: responseTags,
  },
  calls: {
    name: 'a thought and calls',
    pattern: /^<think>.*?<\/think>\n<tool_call>\n.*?\n<\/tool_call>$/s,
    tags: callTags,
  },
  both: {
    name: 'a thought, calls and a response',
    pattern: /^<think>.*?<\/think>\n<tool_call>\n.*?\n<\/tool_call>\n<response>.*?<\/response>$/s,
    tags: [...callTags, ...responseTags],
  },
} as const satisfies Record<string, ReplyForm>;

/** The form that the truth asks for. */
export function formOf(truth: string): ReplyForm {
  const calls = truth.includes('<tool_call>');
  if (truth.includes('<response>')) return calls ? forms.both : forms.response;
  return calls ? forms.calls : forms.thought;
}

/** Tags are counted first: where each is there once, no reply makes the pattern try many ways. */
export function hasForm(reply: string, { pattern, tags }: ReplyForm): boolean {
  return tags.every((tag) => reply.split(tag).length === 2) && pattern.test(reply);
}
