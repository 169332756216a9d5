import assert from 'node:assert/strict';
import { ParsedReply, type ParseFaultKind } from '../../../../runtime/contract/reply.ts';
import { AgentSettings } from '../../../../runtime/contract/recipe.ts';
import type { PromptInput } from '../../../../runtime/agent/protocols/protocol.ts';
import { toolRl } from '../../../../runtime/agent/protocols/toolRl.ts';
import { parseToolRl } from '../../../../runtime/agent/protocols/toolRlParser.ts';
import toolR1Recipe from '../../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { makeReply } from '../../../fakes/records.ts';
import { makeStepResult } from '../../../fakes/fakeSandbox.ts';

const call = '{"name": "add", "parameters": {"a": 1}}';

interface Case {
  readonly name: string;
  readonly reply: string;
  readonly cut?: boolean;
  readonly thought: string;
  readonly answer: string;
  readonly faults: readonly ParseFaultKind[];
}

const cases: readonly Case[] = [
  {
    name: 'a call',
    reply: `<think>I add.</think>\n<tool_call>\n${call}\n</tool_call>`,
    thought: 'I add.',
    answer: `<tool_call>\n${call}\n</tool_call>`,
    faults: [],
  },
  {
    name: 'a response',
    reply: '<think>a</think>\n<response>It is 3.</response>',
    thought: 'a',
    answer: '<response>It is 3.</response>',
    faults: [],
  },
  {
    name: 'calls and a response',
    reply: `<think>a</think>\n<tool_call>\n${call}\n${call}\n</tool_call>\n<response>b</response>`,
    thought: 'a',
    answer: `<tool_call>\n${call}\n${call}\n</tool_call>\n<response>b</response>`,
    faults: [],
  },
  {
    name: 'no thought',
    reply: '<response>b</response>',
    thought: '',
    answer: '<response>b</response>',
    faults: ['no-thought'],
  },
  {
    name: 'a thought alone',
    reply: '<think>a</think>',
    thought: 'a',
    answer: '',
    faults: ['no-code'],
  },
  {
    name: 'prose',
    reply: 'It is 3.',
    thought: '',
    answer: 'It is 3.',
    faults: ['no-thought', 'no-code', 'text-outside-tags'],
  },
  {
    name: 'text between the tags',
    reply: '<think>a</think>\nSo:\n<response>b</response>',
    thought: 'a',
    answer: 'So:\n<response>b</response>',
    faults: ['text-outside-tags'],
  },
  {
    name: 'a call that is no JSON',
    reply: '<think>a</think>\n<tool_call>\nadd(1)\n</tool_call>',
    thought: 'a',
    answer: '<tool_call>\nadd(1)\n</tool_call>',
    faults: ['bad-call'],
  },
  {
    name: 'a tag that stays open',
    reply: `<think>a</think>\n<tool_call>\n${call}\n`,
    thought: 'a',
    answer: `<tool_call>\n${call}`,
    faults: ['unclosed-tag'],
  },
  {
    name: 'two responses',
    reply: '<think>a</think><response>b</response><response>c</response>',
    thought: 'a',
    answer: '<response>b</response><response>c</response>',
    faults: ['several-blocks'],
  },
  {
    name: 'two thoughts',
    reply: '<think>a</think><think>b</think><response>c</response>',
    thought: 'a\nb',
    answer: '<response>c</response>',
    faults: [],
  },
  {
    name: 'a reply that the token limit cut',
    reply: '<think>a</think><response>It i',
    cut: true,
    thought: 'a',
    answer: '<response>It i',
    faults: ['truncated-reply', 'unclosed-tag'],
  },
  { name: 'an empty reply', reply: ' ', thought: '', answer: '', faults: ['empty-reply'] },
];

describe('parseToolRl', () => {
  for (const { name, reply, cut, thought, answer, faults } of cases) {
    it(`takes ${name} as the answer`, () => {
      const parsed = ParsedReply.parse(parseToolRl(reply, cut ?? false));
      assert.deepEqual(
        { ...parsed, faults: parsed.faults.map(({ kind }) => kind) },
        { thought, code: null, answer, faults },
      );
    });
  }
});

describe('the ToolRL dialect', () => {
  const { agent } = toolR1Recipe;
  const input: PromptInput = {
    question: ' What is 1 + 2? ',
    files: [],
    tools: [
      {
        name: 'add',
        description: 'Adds.',
        parameters: [
          { name: 'a', type: 'int', description: 'One.' },
          { name: 'b', type: 'int', description: 'Two.', defaultValue: 'None' },
          { name: 'how', type: 'str', description: 'How.', defaultValue: "'fast'" },
        ],
        returns: 'int',
        isFinal: false,
      },
    ],
    allowedImports: [],
    settings: AgentSettings.parse(agent),
    style: 'full',
  };

  it('tells task, numbered tools, steps, form and notes', () => {
    const { system } = toolRl.prompt(input);
    const heads = [...system.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, head]) => head);
    assert.deepEqual(heads, [
      'Available Tools',
      'Steps for Each Turn',
      'Output Format',
      'Important Notes',
    ]);
    assert.ok(
      system.includes(
        '1. Name: add\nDescription: Adds.\nParameters: {"a":{"type":"int","description":"One."},"b":{"type":"int","description":"Two.","default":null},"how":{"type":"str","description":"How.","default":"fast"}}',
      ),
    );
    for (const tag of ['<think>', '</think>', '<tool_call>', '<response>', '<obs>']) {
      assert.ok(system.includes(tag), tag);
    }
  });

  it('asks in the form of the history', () => {
    assert.equal(
      toolRl.prompt(input).user,
      '**Dialogue Records History**\n\n<user> What is 1 + 2? </user>',
    );
  });

  it('uses the prompt that a row of data brings along, to the letter', () => {
    const row = {
      ...input,
      instruction: 'You are X.\n',
      question: '**History**\n<user> a </user>\n',
    };
    assert.deepEqual(toolRl.prompt(row), { system: 'You are X.\n', user: row.question });
  });

  it('says so when there is no tool', () => {
    assert.match(
      toolRl.prompt({ ...input, tools: [] }).system,
      /Available Tools\*\*\nThere are none\./,
    );
  });

  it('stops at nothing and recalls replies as they are', () => {
    assert.deepEqual(toolRl.stop, []);
    const reply = makeReply({ text: '<think>a</think>' });
    assert.equal(toolRl.recall(reply, parseToolRl(reply.text, false)), '<think>a</think>');
  });

  it('writes what its parser reads without fault', () => {
    const written = toolRl.write('why', call);
    const parsed = toolRl.parse(written, false);
    assert.deepEqual([parsed.thought, parsed.faults], ['why', []]);
  });

  it('never claims to have made a call', () => {
    const said = toolRl.observe(makeStepResult({ stdout: '3' }), 200);
    assert.equal(said, 'Calls are not made in this protocol.');
    assert.match(toolRl.observeNoCode(parseToolRl('', false)), /The reply is empty\.$/);
  });

  it('goes on in the form of the history', () => {
    assert.equal(toolRl.ask(' And 2 + 2? '), '<user> And 2 + 2? </user>');
    assert.equal(toolRl.tell('3'), '<obs> 3 </obs>');
    const talk = [
      { question: 'A?', finalAnswer: '<response>b</response>' },
      { question: 'C?', finalAnswer: null },
    ];
    assert.equal(
      toolRl.recap(talk, []),
      '<user> A? </user>\n<response>b</response>\n<user> C? </user>\n',
    );
  });
});
