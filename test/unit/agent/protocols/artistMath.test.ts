import assert from 'node:assert/strict';
import { AgentSettings } from '../../../../runtime/contract/recipe.ts';
import { artistMath } from '../../../../runtime/agent/protocols/artistMath.ts';
import type { PromptInput } from '../../../../runtime/agent/protocols/protocol.ts';
import toolR1Recipe from '../../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { makeStepResult } from '../../../fakes/fakeSandbox.ts';
import { makeReply } from '../../../fakes/records.ts';
import { testTools } from '../../../fakes/sandboxPool.ts';

const input: PromptInput = {
  question: ' What is 6 x 7? ',
  files: [],
  tools: [],
  allowedImports: ['math', 'sympy.*'],
  settings: AgentSettings.parse(toolR1Recipe.agent),
  style: 'full',
};

describe('the ARTIST dialect for math', () => {
  describe('prompt', () => {
    it('shows thought, code and answer in their tags, and tells what comes back', () => {
      const { system, user } = artistMath.prompt(input);
      for (const tag of [
        '<think>',
        '</think>',
        '<python>',
        '</python>',
        '<output>',
        '<answer>',
        '</answer>',
      ]) {
        assert.ok(system.includes(tag), tag);
      }
      assert.match(system, /what the code printed, a notice when it printed nothing, or the error/);
      assert.match(system, /You can import only: math, sympy\./);
      assert.equal(user, 'Problem: What is 6 x 7?');
    });

    it('names functions only where there are some, and files only where there are some', () => {
      assert.doesNotMatch(artistMath.prompt(input).system, /# Functions/);
      const files = [{ name: 'a.csv', bytes: 5 }];
      const rich = artistMath.prompt({ ...input, tools: testTools.slice(1), files });
      assert.match(rich.system, /# Functions[^]*def web_qa\(question: str\)/);
      assert.equal(rich.user, 'Problem: What is 6 x 7?\n\nFiles:\n- a.csv (5 bytes)');
    });

    it('is short for small models', () => {
      const compact = artistMath.prompt({ ...input, style: 'compact' }).system;
      assert.ok(compact.length < artistMath.prompt(input).system.length / 2);
      assert.ok(compact.includes('<python>') && compact.includes('<answer>'));
    });

    it('has examples that the parser reads without fault', () => {
      const { system } = artistMath.prompt(input);
      const turns = [...system.matchAll(/<think>.*?<\/think>\n<(python|answer)>[^]*?<\/\1>/g)];
      assert.equal(turns.length, 4);
      for (const [turn] of turns) assert.deepEqual(artistMath.parse(turn, false).faults, []);
    });
  });

  describe('observation, of three kinds', () => {
    it('is what was printed', () => {
      const result = makeStepResult({ stdout: '42\n', value: '7' });
      assert.equal(artistMath.observe(result, 500), '42');
    });

    it('is a notice when nothing was printed, a last value or not', () => {
      const notice = 'The code ran and printed nothing. Use print(...) to see a value.';
      assert.equal(artistMath.observe(makeStepResult(), 500), notice);
      assert.equal(artistMath.observe(makeStepResult({ value: '42' }), 500), notice);
    });

    it('is the error, behind what was printed before', () => {
      const error = {
        type: 'ZeroDivisionError',
        message: 'division by zero',
        line: 2,
        traceback: [],
      };
      const result = makeStepResult({ outcome: 'python-error', stdout: '1\n', error });
      assert.equal(
        artistMath.observe(result, 500),
        '1\nZeroDivisionError: division by zero (line 2)',
      );
    });

    it('is told in its tags', () => {
      assert.equal(artistMath.tell('42'), '<output>\n42\n</output>');
    });

    it('says what to write after a reply that did nothing', () => {
      const text = artistMath.observeNoCode(artistMath.parse('It is 42.', false));
      assert.match(text, /^Nothing was run\. The reply holds neither <python> nor <answer>\./);
      assert.match(text, /<python>print\(\.\.\.\)<\/python> or <answer>the value<\/answer>$/);
    });
  });

  describe('recall', () => {
    const text = '<think>a</think>\n<python>\nprint(1)\n';
    const parsed = artistMath.parse(text, false);
    const tokens = {
      promptIds: [1],
      completionIds: [2],
      completionMask: [1 as const],
      logProbs: null,
    };

    it('closes code that the stop string cut', () => {
      const said = makeReply({ text, stopString: '</python>' });
      assert.equal(artistMath.recall(said, parsed), `${text}</python>`);
      const likely = makeReply({ text, stopString: null, tokens: null, finishReason: 'stop' });
      assert.equal(artistMath.recall(likely, parsed), `${text}</python>`);
    });

    it('adds nothing to tokens that ended by themselves, or to a reply that is whole', () => {
      const sampled = makeReply({ text, stopString: null, tokens });
      assert.equal(artistMath.recall(sampled, parsed), text);
      const whole = makeReply({ text: `${text}</python>\n`, stopString: null, tokens: null });
      assert.equal(artistMath.recall(whole, parsed), whole.text);
    });

    it('adds nothing to a reply that holds no code', () => {
      const prose = makeReply({ text: 'Hm.', stopString: null, tokens: null });
      assert.equal(artistMath.recall(prose, artistMath.parse('Hm.', false)), 'Hm.');
    });
  });

  it('writes what its parser reads without fault', () => {
    const parsed = artistMath.parse(artistMath.write('why', 'x = 1\nprint(x)'), false);
    assert.deepEqual(parsed, { thought: 'why', code: 'x = 1\nprint(x)', faults: [] });
  });

  it('answers in the reply', () => assert.equal(artistMath.answersIn, 'reply'));
});
