import assert from 'node:assert/strict';
import type { PromptInput } from '../../../../runtime/agent/protocols/protocol.ts';
import { workedExamples } from '../../../../runtime/agent/protocols/toolR1Examples.ts';
import { parseToolR1 } from '../../../../runtime/agent/protocols/toolR1Parser.ts';
import { toolR1Prompt } from '../../../../runtime/agent/protocols/toolR1Prompt.ts';
import { AgentSettings, SandboxSettings } from '../../../../runtime/contract/recipe.ts';
import recipe from '../../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { finalAnswer } from '../../../../runtime/tools/finalAnswer.ts';

const input: PromptInput = {
  question: '  How many rows? ',
  files: [
    { name: 'a.csv', bytes: 812 },
    { name: 'b/c.xlsx', bytes: 1_400_000 },
  ],
  tools: [finalAnswer.signature],
  allowedImports: SandboxSettings.parse(recipe.sandbox).allowedImports,
  settings: AgentSettings.parse(recipe.agent),
  style: 'full',
};

describe('toolR1Prompt', () => {
  const { system, user } = toolR1Prompt(input);

  it('asks the question and lists the files with their sizes', () => {
    assert.equal(
      user,
      'Question: How many rows?\n\nFiles:\n- a.csv (812 bytes)\n- b/c.xlsx (1.4 MB)',
    );
    assert.equal(toolR1Prompt({ ...input, files: [] }).user, 'Question: How many rows?');
  });

  it('is short with worked turns, or short alone, as the style says', () => {
    const compact = toolR1Prompt({ ...input, style: 'compact' });
    const bare = toolR1Prompt({ ...input, style: 'bare' });
    assert.ok((compact.examples ?? []).length > 0);
    assert.deepEqual(bare, { ...compact, examples: [] });
  });

  it('names tools, imports and limits as they are set', () => {
    assert.match(system, /def final_answer\(answer: \w+/);
    assert.match(system, /csv, dataclasses/);
    assert.match(system, /numpy, pandas/);
    assert.doesNotMatch(system, /numpy\.\*/);
    const settings = { ...input.settings, maxSteps: 4, stepTimeoutMilliseconds: 12_000 };
    assert.match(toolR1Prompt({ ...input, settings }).system, /at most 4 steps, 12 seconds/);
  });

  it('shows the format that the parser reads without a fault', () => {
    const format = system.slice(
      system.indexOf('Thought: what you know'),
      system.indexOf('Then stop.'),
    );
    const parsed = parseToolR1(format, false);
    assert.equal(parsed.code, '# Python that does it');
    assert.deepEqual(parsed.faults, []);
  });

  it('has worked examples whose every step parses without a fault', () => {
    const replies = workedExamples
      .split(/^Observation:.*$|^Question:.*$|^---$/m)
      .flatMap((part) => part.split(/(?=^Thought:)/m))
      .filter((part) => part.startsWith('Thought:'));
    assert.ok(replies.length >= 7);
    for (const reply of replies) {
      const parsed = parseToolR1(reply.slice(0, reply.indexOf('<end_code>') + 10), false);
      assert.notEqual(parsed.code, null, reply);
      assert.deepEqual(parsed.faults, [], reply);
    }
    assert.match(workedExamples, /final_answer\(/);
  });

  it('stays short enough for small contexts', () => {
    // Four characters a token, as a rule of thumb.
    assert.ok(system.length / 4 < 1700, `${Math.round(system.length / 4)} tokens`);
  });
});
