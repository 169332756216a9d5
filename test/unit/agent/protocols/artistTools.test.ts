import assert from 'node:assert/strict';
import { AgentSettings } from '../../../../runtime/contract/recipe.ts';
import { artistTools } from '../../../../runtime/agent/protocols/artistTools.ts';
import type { PromptInput } from '../../../../runtime/agent/protocols/protocol.ts';
import toolR1Recipe from '../../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { makeStepResult } from '../../../fakes/fakeSandbox.ts';
import { makeReply } from '../../../fakes/records.ts';
import { testTools } from '../../../fakes/sandboxPool.ts';

const input: PromptInput = {
  question: ' Ask the web. ',
  files: [],
  tools: testTools.slice(1),
  allowedImports: [],
  settings: AgentSettings.parse(toolR1Recipe.agent),
  style: 'full',
};
const call = '{"name": "web_qa", "arguments": {"question": "?"}}';

describe('the ARTIST dialect for function calling', () => {
  it('tells the tools one JSON object a line', () => {
    const { system, user } = artistTools.prompt(input);
    const listed = /# Tools\n([^]*?)\n\n/.exec(system)?.[1]?.split('\n') ?? [];
    assert.deepEqual(
      listed.map((line) => JSON.parse(line) as unknown),
      [
        {
          name: 'web_qa',
          description: 'The tool web_qa.',
          parameters: { question: { type: 'str', description: '' } },
          returns: 'str',
        },
        {
          name: 'inspect_file_as_text',
          description: 'The tool inspect_file_as_text.',
          parameters: {
            file_path: { type: 'str', description: '' },
            question: { type: 'str', description: '', default: null },
          },
          returns: 'str',
        },
      ],
    );
    assert.equal(user, 'Request: Ask the web.');
  });

  it('shows turns with and without calls that the parser reads without fault', () => {
    const { system } = artistTools.prompt(input);
    const turns = [...system.matchAll(/<reasoning>.*?<\/reasoning>\n<tool>[^]*?<\/tool>/g)];
    assert.equal(turns.length, 3);
    for (const [turn] of turns) {
      const { code, faults } = artistTools.parse(turn, false);
      assert.deepEqual(faults, []);
      assert.notEqual(code, null);
    }
    const end = /<reasoning>The book is lent.*\n.*$/.exec(system)?.[0] ?? '';
    const parsed = artistTools.parse(end, false);
    assert.deepEqual(
      [parsed.answer, parsed.faults],
      ['Ruth has The Book of Knots until 3 June.', []],
    );
  });

  it('is short for small models, with the tools all the same', () => {
    const { system } = artistTools.prompt({ ...input, style: 'compact' });
    assert.ok(system.length < artistTools.prompt(input).system.length);
    assert.ok(system.includes('"web_qa"'));
    assert.doesNotMatch(system, /# Rules|# Example/);
  });

  it('shows results as the environment wrote them, cut where they are long', () => {
    const result = makeStepResult({ stdout: '{"name":"web_qa","result":"no"}\n' });
    assert.equal(artistTools.observe(result, 500), '{"name":"web_qa","result":"no"}');
    const long = makeStepResult({ stdout: `{"result":"${'x'.repeat(2000)}"}\n` });
    assert.match(artistTools.observe(long, 300), /\[shortened: \d+ of 2013 characters shown\]/);
  });

  it('says so when no result came back', () => {
    const error = {
      type: 'TimeoutError',
      message: 'the step took too long',
      line: null,
      traceback: [],
    };
    assert.equal(
      artistTools.observe(makeStepResult({ outcome: 'timeout', error }), 500),
      'TimeoutError: the step took too long. No result came back.',
    );
    assert.equal(
      artistTools.observe(makeStepResult({ outcome: 'aborted' }), 500),
      'The turn did not end normally. No result came back.',
    );
  });

  it('says what to write after a reply whose calls cannot be read', () => {
    const parsed = artistTools.parse('<reasoning>a</reasoning><tool>f()</tool>', false);
    const text = artistTools.observeNoCode(parsed);
    assert.match(text, /^No call was made\. Line 1 is no call/);
    assert.match(text, /A reply without a call ends the request\.$/);
  });

  it('tells results in their tags', () => {
    assert.equal(artistTools.tell('{}'), '<tool_result>\n{}\n</tool_result>');
  });

  it('closes calls that the stop string cut', () => {
    const text = `<reasoning>a</reasoning>\n<tool>\n${call}\n`;
    const reply = makeReply({ text, stopString: '</tool>' });
    assert.equal(artistTools.recall(reply, artistTools.parse(text, false)), `${text}</tool>`);
  });

  it('writes what its parser reads without fault', () => {
    const parsed = artistTools.parse(artistTools.write('why', call), false);
    assert.deepEqual(parsed, { thought: 'why', code: call, faults: [] });
  });

  it('goes on with a further request, and recaps earlier ones by their ends', () => {
    assert.equal(
      artistTools.ask(' More. '),
      'A further request. What was done stays done.\nRequest: More.',
    );
    const talk = [
      { question: 'One.', finalAnswer: 'Done.' },
      { question: 'Two.', finalAnswer: null },
    ];
    assert.equal(
      artistTools.recap(talk, []),
      'Earlier request: One.\nIts end: Done.\n\nEarlier request: Two.\nIts end: (it did not come to an end)',
    );
  });
});
