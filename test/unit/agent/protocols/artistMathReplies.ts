// Replies of ARTIST's math dialect, right ones and what models write instead. `faults` lists the kinds in order.
import type { ParseFaultKind } from '../../../../runtime/contract/reply.ts';

export interface TaggedReplyCase {
  readonly name: string;
  readonly reply: string;
  readonly cut?: boolean;
  readonly thought?: string;
  readonly code: string | null;
  readonly answer?: string;
  readonly faults: readonly ParseFaultKind[];
}

const code: readonly TaggedReplyCase[] = [
  {
    name: 'the form as asked for',
    reply: '<think>I count.</think>\n<python>\nprint(1)\n</python>',
    thought: 'I count.',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'the closing tag cut off by the stop string',
    reply: '<think>I count.</think>\n<python>\nprint(1)\n',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'everything on one line',
    reply: '<think>a</think><python>print(1)</python>',
    thought: 'a',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'code of several lines with blank ones',
    reply: '<think>a</think>\n<python>\n\nx = 1\n\nprint(x)\n\n</python>',
    code: 'x = 1\n\nprint(x)',
    faults: [],
  },
  {
    name: 'space at both ends',
    reply: '\n  <think> a </think>  <python>print(1)</python>  \n',
    thought: 'a',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'line ends of Windows',
    reply: '<think>a</think>\r\n<python>\r\nx = 1\r\nprint(x)\r\n</python>',
    code: 'x = 1\nprint(x)',
    faults: [],
  },
  {
    name: 'a thought of several lines',
    reply: '<think>first\n\nsecond</think><python>print(1)</python>',
    thought: 'first\n\nsecond',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'no thought',
    reply: '<python>print(1)</python>',
    thought: '',
    code: 'print(1)',
    faults: ['no-thought'],
  },
  {
    name: 'an empty thought',
    reply: '<think></think><python>print(1)</python>',
    thought: '',
    code: 'print(1)',
    faults: ['no-thought'],
  },
  {
    name: 'a thought without tags',
    reply: 'I count.\n<python>print(1)</python>',
    thought: 'I count.',
    code: 'print(1)',
    faults: ['no-thought', 'text-outside-tags'],
  },
  {
    name: 'text between thought and code',
    reply: '<think>a</think>\nSo:\n<python>print(1)</python>',
    thought: 'a',
    code: 'print(1)',
    faults: ['text-outside-tags'],
  },
  {
    name: 'text before the thought',
    reply: 'Sure!\n<think>a</think><python>print(1)</python>',
    thought: 'a',
    code: 'print(1)',
    faults: ['text-outside-tags'],
  },
  {
    name: 'two thoughts',
    reply: '<think>a</think><think>b</think><python>print(1)</python>',
    thought: 'a\nb',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'a thought that is not closed before the code',
    reply: '<think>a\n<python>print(1)</python>',
    thought: 'a',
    code: 'print(1)',
    faults: ['unclosed-tag'],
  },
  {
    name: 'a thought that opens twice',
    reply: '<think>a<think>b</think><python>print(1)</python>',
    thought: 'a\nb',
    code: 'print(1)',
    faults: ['unclosed-tag'],
  },
  {
    name: 'a thought whose opening tag the template wrote',
    reply: 'I count.</think>\n<python>print(1)</python>',
    thought: 'I count.',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'a thought that speaks of the tags',
    reply:
      '<think>I may use <python> or </python>, not <answer>5</answer>.</think><python>print(1)</python>',
    thought: 'I may use <python> or </python>, not <answer>5</answer>.',
    code: 'print(1)',
    faults: [],
  },
  {
    name: 'a fence inside the tag',
    reply: '<think>a</think><python>\n```python\nprint(1)\n```\n</python>',
    code: 'print(1)',
    faults: ['foreign-tag'],
  },
  {
    name: 'a fence that is not closed inside the tag',
    reply: '<think>a</think><python>\n```py\nprint(1)\n</python>',
    code: 'print(1)',
    faults: ['foreign-tag'],
  },
  {
    name: 'a string with backticks',
    reply: "<think>a</think><python>print('```')</python>",
    code: "print('```')",
    faults: [],
  },
  {
    name: 'code that is indented as a whole',
    reply: '<think>a</think><python>\n    x = 1\n    print(x)\n</python>',
    code: 'x = 1\nprint(x)',
    faults: ['indented-block'],
  },
  {
    name: 'an interactive session',
    reply: '<think>a</think><python>\n>>> x = 1\n>>> print(x)\n</python>',
    code: 'x = 1\nprint(x)',
    faults: ['repl-prompts'],
  },
  {
    name: 'a zero-width space in the code',
    reply: '<think>a</think><python>x\u200b = 1</python>',
    code: 'x = 1',
    faults: ['control-characters'],
  },
  {
    name: 'code that does not parse, which is told by Python',
    reply: '<think>a</think><python>print(</python>',
    code: 'print(',
    faults: [],
  },
  {
    name: 'an output that the policy invents',
    reply: '<think>a</think><python>print(1)</python>\n<output>1</output>',
    code: 'print(1)',
    faults: ['invented-observation'],
  },
  {
    name: 'a whole invented dialogue',
    reply:
      '<think>a</think><python>print(1)</python>\n<output>1</output>\n<think>b</think><answer>1</answer>',
    thought: 'a',
    code: 'print(1)',
    faults: ['invented-observation', 'several-blocks'],
  },
  {
    name: 'two code blocks',
    reply: '<think>a</think><python>print(1)</python><python>print(2)</python>',
    code: 'print(1)',
    faults: ['several-blocks'],
  },
  {
    name: 'code, then the answer in the same reply',
    reply: '<think>a</think><python>print(1)</python><answer>1</answer>',
    code: 'print(1)',
    faults: ['several-blocks'],
  },
  {
    name: 'text behind the code',
    reply: '<think>a</think><python>print(1)</python>\nNow I wait.',
    code: 'print(1)',
    faults: ['text-after-terminator'],
  },
  {
    name: 'a thought behind the code',
    reply: '<think>a</think><python>print(1)</python><think>b</think>',
    thought: 'a',
    code: 'print(1)',
    faults: ['text-after-terminator'],
  },
  {
    name: 'a string in the code that looks like an output',
    reply: "<think>a</think><python>print('<output>')</python>",
    code: "print('<output>')",
    faults: [],
  },
  {
    name: 'a string in the code that looks like an answer',
    reply: "<think>a</think><python>print('<answer>3</answer>')</python>",
    code: "print('<answer>3</answer>')",
    faults: [],
  },
  {
    name: 'half of a surrogate pair in the code',
    reply: "<think>a</think><python>print('\ud800')</python>",
    code: "print('\ufffd')",
    faults: [],
  },
];

const answers: readonly TaggedReplyCase[] = [
  {
    name: 'an answer',
    reply: '<think>It is 5.</think>\n<answer>5</answer>',
    thought: 'It is 5.',
    code: null,
    answer: '5',
    faults: [],
  },
  {
    name: 'an answer whose closing tag the stop string cut off',
    reply: '<think>It is 5.</think>\n<answer>5',
    code: null,
    answer: '5',
    faults: [],
  },
  {
    name: 'an answer of several lines',
    reply: '<think>a</think><answer>\nx = 1\ny = 2\n</answer>',
    code: null,
    answer: 'x = 1\ny = 2',
    faults: [],
  },
  {
    name: 'an answer without thought',
    reply: '<answer>5</answer>',
    code: null,
    answer: '5',
    faults: ['no-thought'],
  },
  {
    name: 'an answer behind prose',
    reply: 'So it is 5. <answer>5</answer>',
    thought: 'So it is 5.',
    code: null,
    answer: '5',
    faults: ['no-thought', 'text-outside-tags'],
  },
  {
    name: 'an answer in LaTeX',
    reply: '<think>a</think><answer>\\frac{1}{2}</answer>',
    code: null,
    answer: '\\frac{1}{2}',
    faults: [],
  },
  {
    name: 'two answers',
    reply: '<think>a</think><answer>5</answer><answer>6</answer>',
    code: null,
    answer: '5',
    faults: ['several-blocks'],
  },
  {
    name: 'an answer, then code',
    reply: '<think>a</think><answer>5</answer><python>print(1)</python>',
    code: null,
    answer: '5',
    faults: ['several-blocks'],
  },
  {
    name: 'text behind the answer',
    reply: '<think>a</think><answer>5</answer> Done.',
    code: null,
    answer: '5',
    faults: ['text-after-terminator'],
  },
  {
    name: 'an answer in a thought that stays open',
    reply: '<think>It is 5. <answer>5</answer>',
    thought: 'It is 5.',
    code: null,
    answer: '5',
    faults: ['unclosed-tag'],
  },
  {
    name: 'an empty answer',
    reply: '<think>a</think><answer>  </answer>',
    code: null,
    faults: ['no-code'],
  },
  {
    name: 'an answer with a tag inside',
    reply: '<think>a</think><answer><b>5</b></answer>',
    code: null,
    answer: '<b>5</b>',
    faults: [],
  },
];

const nothing: readonly TaggedReplyCase[] = [
  { name: 'an empty reply', reply: '', thought: '', code: null, faults: ['empty-reply'] },
  { name: 'white space', reply: ' \n\t', code: null, faults: ['empty-reply'] },
  { name: 'empty thought tags', reply: '<think></think>', code: null, faults: ['empty-reply'] },
  {
    name: 'prose',
    reply: 'The answer is 5.',
    thought: 'The answer is 5.',
    code: null,
    faults: ['no-code', 'text-outside-tags'],
  },
  {
    name: 'a thought alone',
    reply: '<think>I count.</think>',
    thought: 'I count.',
    code: null,
    faults: ['no-code'],
  },
  {
    name: 'a thought that never ends',
    reply: '<think>I count and count',
    thought: 'I count and count',
    code: null,
    faults: ['no-code', 'unclosed-tag'],
  },
  {
    name: 'code in a fence alone',
    reply: '<think>a</think>\n```python\nprint(1)\n```',
    code: null,
    faults: ['foreign-tag', 'text-outside-tags'],
  },
  {
    name: 'a boxed answer',
    reply: '<think>a</think>\n\\boxed{5}',
    code: null,
    faults: ['no-code', 'text-outside-tags'],
  },
  {
    name: 'an empty code block',
    reply: '<think>a</think><python>\n\n</python>',
    code: null,
    faults: ['no-code'],
  },
  {
    name: 'a code block that holds an empty fence',
    reply: '<think>a</think><python>\n```py\n```\n</python>',
    code: null,
    faults: ['no-code'],
  },
  {
    name: 'an invented output before any code',
    reply: '<think>a</think><output>5</output><answer>5</answer>',
    thought: 'a',
    code: null,
    faults: ['no-code', 'invented-observation'],
  },
  {
    name: 'a closing tag alone',
    reply: '</python>',
    code: null,
    faults: ['no-code', 'text-outside-tags'],
  },
  {
    name: 'tags in capitals, which are none',
    reply: '<THINK>a</THINK><PYTHON>print(1)</PYTHON>',
    code: null,
    faults: ['no-code', 'text-outside-tags'],
  },
  {
    name: 'the tags of another dialect',
    reply: '<think>a</think><code>print(1)</code>',
    code: null,
    faults: ['no-code', 'text-outside-tags'],
  },
];

const cutReplies: readonly TaggedReplyCase[] = [
  {
    name: 'code that the token limit cut',
    reply: '<think>a</think><python>print(1)\nx = ',
    cut: true,
    code: null,
    faults: ['truncated-reply'],
  },
  {
    name: 'an answer that the token limit cut',
    reply: '<think>a</think><answer>12',
    cut: true,
    code: null,
    faults: ['truncated-reply'],
  },
  {
    name: 'a thought that the token limit cut',
    reply: '<think>I count',
    cut: true,
    thought: 'I count',
    code: null,
    faults: ['truncated-reply', 'unclosed-tag'],
  },
  {
    name: 'code that was whole before the token limit',
    reply: '<think>a</think><python>print(1)</python>\nand th',
    cut: true,
    code: 'print(1)',
    faults: ['text-after-terminator'],
  },
  {
    name: 'an answer that was whole before the token limit',
    reply: '<think>a</think><answer>5</answer>',
    cut: true,
    code: null,
    answer: '5',
    faults: [],
  },
  {
    name: 'nothing before the token limit',
    reply: '',
    cut: true,
    code: null,
    faults: ['empty-reply'],
  },
];

export const artistMathReplies: readonly TaggedReplyCase[] = [
  ...code,
  ...answers,
  ...nothing,
  ...cutReplies,
];
