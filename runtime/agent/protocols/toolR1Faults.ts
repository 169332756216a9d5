// What each departure from the Tool-R1 format reads like, to the policy and to a person.
import type { ParseFault, ParseFaultKind } from '../../contract/reply.ts';

/** The kinds that belong to dialects with tags have no usual message here. */
type OwnKind = Exclude<ParseFaultKind, 'unclosed-tag' | 'text-outside-tags' | 'bad-call'>;

const messages: Readonly<Record<OwnKind, string>> = {
  'empty-reply': 'The reply is empty.',
  'no-code': 'The reply holds no Python code block.',
  'no-thought': 'The reply has no thought before its code.',
  'untagged-fence': 'The code block is not tagged as Python; start it with ```py.',
  'foreign-tag': 'The block is not marked as Python with a ```py fence.',
  'unterminated-fence': 'The code block is not closed with ```.',
  'missing-terminator': 'Text follows the code block without <end_code>; it was ignored.',
  'partial-terminator': 'The mark <end_code> breaks off.',
  'text-after-terminator': 'Text follows <end_code>; it was ignored.',
  'invented-observation':
    'The reply invents an observation; everything from there on was ignored. Observations come from the runtime only.',
  'several-blocks': 'The reply holds several code blocks; only one is run in a step.',
  'indented-block': 'The code block is indented as a whole; the indentation was taken off.',
  'truncated-reply': 'The code breaks off in the middle, so none of it was run.',
  'code-without-fence': 'The code stands outside a ```py block.',
  'json-call': 'The reply calls a tool in another format; tools are called from Python here.',
  'repl-prompts': 'The code has the prompts of an interactive session; they were taken off.',
  'control-characters':
    'The code holds invisible characters; those outside strings were taken out.',
};

/** The fault with its usual message, or a closer one. */
export function fault(kind: OwnKind, message: string = messages[kind]): ParseFault {
  return { kind, message };
}

/** Code that breaks off; `cut` says that the token limit did it. */
export function truncatedFault(cut: boolean): ParseFault {
  return cut
    ? fault(
        'truncated-reply',
        'The reply reached its token limit inside the code, so none of it was run; do less in one step.',
      )
    : fault(
        'truncated-reply',
        'The code breaks off in the middle, so none of it was run; write the whole block, without the marks <end_code> and Observation: inside it.',
      );
}
