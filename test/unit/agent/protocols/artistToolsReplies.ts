// Replies of ARTIST's dialect for function calling. `code` is the calls, one a line.
import type { TaggedReplyCase } from './artistMathReplies.ts';

const read = '{"name": "read_file", "arguments": {"path": "a.txt"}}';
const list = '{"name": "list_folder", "arguments": {}}';

const calls: readonly TaggedReplyCase[] = [
  {
    name: 'the form as asked for',
    reply: `<reasoning>I read.</reasoning>\n<tool>\n${read}\n</tool>`,
    thought: 'I read.',
    code: read,
    faults: [],
  },
  {
    name: 'two calls',
    reply: `<reasoning>a</reasoning><tool>\n${read}\n${list}\n</tool>`,
    code: `${read}\n${list}`,
    faults: [],
  },
  {
    name: 'the closing tag cut off by the stop string',
    reply: `<reasoning>a</reasoning>\n<tool>\n${read}\n`,
    code: read,
    faults: [],
  },
  {
    name: 'a call on the line of its tags',
    reply: `<reasoning>a</reasoning><tool>${read}</tool>`,
    code: read,
    faults: [],
  },
  {
    name: 'blank lines and spaces around calls',
    reply: `<reasoning>a</reasoning><tool>\n\n  ${read}  \n\n${list}\n</tool>\n`,
    code: `${read}\n${list}`,
    faults: [],
  },
  {
    name: 'a number with more digits than a float holds, which stays as it is',
    reply:
      '<reasoning>a</reasoning><tool>{"name":"f","arguments":{"n":12345678901234567890}}</tool>',
    code: '{"name":"f","arguments":{"n":12345678901234567890}}',
    faults: [],
  },
  {
    name: 'a tag inside a text',
    reply: '<reasoning>a</reasoning><tool>{"name":"f","arguments":{"t":"<tool_result>"}}</tool>',
    code: '{"name":"f","arguments":{"t":"<tool_result>"}}',
    faults: [],
  },
  {
    name: 'a further key, which is kept',
    reply: '<reasoning>a</reasoning><tool>{"id": 1, "name": "f", "arguments": {}}</tool>',
    code: '{"id": 1, "name": "f", "arguments": {}}',
    faults: [],
  },
  {
    name: 'no reasoning',
    reply: `<tool>${read}</tool>`,
    thought: '',
    code: read,
    faults: ['no-thought'],
  },
  {
    name: 'reasoning without tags',
    reply: `I read the file.\n<tool>${read}</tool>`,
    thought: 'I read the file.',
    code: read,
    faults: ['no-thought', 'text-outside-tags'],
  },
  {
    name: 'reasoning that is not closed',
    reply: `<reasoning>a\n<tool>${read}</tool>`,
    thought: 'a',
    code: read,
    faults: ['unclosed-tag'],
  },
  {
    name: 'a fence around the calls',
    reply: `<reasoning>a</reasoning><tool>\n\`\`\`json\n${read}\n\`\`\`\n</tool>`,
    code: read,
    faults: ['foreign-tag'],
  },
  {
    name: 'a list of calls, as some models write them',
    reply: `<reasoning>a</reasoning><tool>[${read}, ${list}]</tool>`,
    code: '{"name":"read_file","arguments":{"path":"a.txt"}}\n{"name":"list_folder","arguments":{}}',
    faults: ['bad-call'],
  },
  {
    name: 'a call over several lines',
    reply:
      '<reasoning>a</reasoning><tool>{\n  "name": "read_file",\n  "arguments": {"path": "a.txt"}\n}</tool>',
    code: '{"name":"read_file","arguments":{"path":"a.txt"}}',
    faults: ['bad-call'],
  },
  {
    name: 'a result that the policy invents',
    reply: `<reasoning>a</reasoning><tool>${read}</tool>\n<tool_result>x</tool_result>`,
    code: read,
    faults: ['invented-observation'],
  },
  {
    name: 'two blocks of calls',
    reply: `<reasoning>a</reasoning><tool>${read}</tool><tool>${list}</tool>`,
    code: read,
    faults: ['several-blocks'],
  },
  {
    name: 'text behind the calls',
    reply: `<reasoning>a</reasoning><tool>${read}</tool> Let us see.`,
    code: read,
    faults: ['text-after-terminator'],
  },
];

const badCalls: readonly TaggedReplyCase[] = [
  {
    name: 'a call that is no JSON',
    reply: '<reasoning>a</reasoning><tool>read_file("a.txt")</tool>',
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'a Python constant in a call',
    reply: '<reasoning>a</reasoning><tool>{"name": "f", "arguments": {"x": None}}</tool>',
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'a good call beside a bad one: none is made',
    reply: `<reasoning>a</reasoning><tool>\n${read}\nlist_folder()\n</tool>`,
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'a call without arguments',
    reply: '<reasoning>a</reasoning><tool>{"name": "list_folder"}</tool>',
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'the keys of another dialect',
    reply: '<reasoning>a</reasoning><tool>{"name": "f", "parameters": {}}</tool>',
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'arguments in a list',
    reply: '<reasoning>a</reasoning><tool>{"name": "f", "arguments": ["a.txt"]}</tool>',
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'an empty block',
    reply: '<reasoning>a</reasoning><tool>\n</tool>',
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'an empty list',
    reply: '<reasoning>a</reasoning><tool>[]</tool>',
    code: null,
    faults: ['bad-call'],
  },
  {
    name: 'calls that the token limit cut',
    reply: `<reasoning>a</reasoning><tool>\n${read}\n{"name": "li`,
    cut: true,
    code: null,
    faults: ['truncated-reply'],
  },
];

const ends: readonly TaggedReplyCase[] = [
  {
    name: 'the end with a sentence',
    reply: '<reasoning>All is done.</reasoning>\nThe file is moved.',
    thought: 'All is done.',
    code: null,
    answer: 'The file is moved.',
    faults: [],
  },
  {
    name: 'the end without a sentence',
    reply: '<reasoning>All is done.</reasoning>',
    thought: 'All is done.',
    code: null,
    answer: '',
    faults: [],
  },
  {
    name: 'the end in prose alone',
    reply: 'Done.',
    thought: '',
    code: null,
    answer: 'Done.',
    faults: ['no-thought'],
  },
  {
    name: 'the end whose reasoning stays open',
    reply: '<reasoning>All is done.',
    thought: 'All is done.',
    code: null,
    answer: '',
    faults: ['unclosed-tag'],
  },
  {
    name: 'the end, and a result that nobody gave',
    reply: '<reasoning>a</reasoning>Done.<tool_result>x</tool_result>',
    code: null,
    answer: 'Done.',
    faults: ['invented-observation'],
  },
  {
    name: 'an invented result in the place of a call',
    reply: '<reasoning>a</reasoning><tool_result>x</tool_result>Done.',
    code: null,
    faults: ['no-code', 'invented-observation'],
  },
  { name: 'an empty reply', reply: '\n', code: null, faults: ['empty-reply'] },
  {
    name: 'reasoning that the token limit cut',
    reply: '<reasoning>I thi',
    cut: true,
    code: null,
    faults: ['truncated-reply', 'unclosed-tag'],
  },
  {
    name: 'an end that the token limit cut',
    reply: '<reasoning>a</reasoning>The fi',
    cut: true,
    code: null,
    faults: ['truncated-reply'],
  },
];

export const artistToolsReplies: readonly TaggedReplyCase[] = [...calls, ...badCalls, ...ends];
