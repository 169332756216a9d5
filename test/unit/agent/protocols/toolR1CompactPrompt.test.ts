import assert from 'node:assert/strict';
import { compactExamples } from '../../../../runtime/agent/protocols/compactExamples.ts';
import type { PromptInput } from '../../../../runtime/agent/protocols/protocol.ts';
import { compactPrompt } from '../../../../runtime/agent/protocols/toolR1CompactPrompt.ts';

const input: PromptInput = {
  question: ' How many boats in fleet.csv are red? ',
  files: [
    { name: 'notes.txt', bytes: 10 },
    {
      name: 'data/fleet.csv',
      bytes: 900,
      preview: "row['colour'] == 'red'; columns: boat, colour",
    },
  ],
  tools: [
    {
      name: 'final_answer',
      description: 'Ends the task.',
      parameters: [{ name: 'answer', type: 'object', description: 'The answer.' }],
      returns: 'None',
      isFinal: true,
    },
  ],
  allowedImports: ['csv'],
  settings: {
    protocol: 'tool-r1',
    maxSteps: 10,
    maxSequenceTokens: 8192,
    maxReplyTokens: 1024,
    temperature: 0.6,
    topP: 1,
    stepTimeoutMilliseconds: 30_000,
    maxObservationCharacters: 8000,
    maxUnparsedReplies: 3,
  },
  style: 'compact',
};

describe('toolR1CompactPrompt', () => {
  it('asks the question with what is known of the files', () => {
    assert.equal(
      compactPrompt(input).user,
      "Question: How many boats in fleet.csv are red?\n\nFiles:\n- notes.txt\n- data/fleet.csv, row['colour'] == 'red'; columns: boat, colour",
    );
    assert.equal(
      compactPrompt({ ...input, files: [] }).user,
      'Question: How many boats in fleet.csv are red?',
    );
  });

  it('aims the examples at the file that the question names', () => {
    const { examples } = compactPrompt(input);
    assert.match(
      examples.at(-2)?.content ?? '',
      /^Question: How many boats in boats\.csv are red\?/,
    );
    const aboutNotes = compactPrompt({ ...input, question: 'How many lines has notes.txt?' });
    assert.match(aboutNotes.examples.at(-2)?.content ?? '', /journal\.txt/);
  });

  it('gives examples as turns that start with a question and end with a reply', () => {
    const document = { name: 'lease.pdf', bytes: 10 };
    const { examples } = compactPrompt({
      ...input,
      question: 'What is the fee?',
      files: [document],
    });
    examples.forEach((turn, place) =>
      assert.equal(turn.role, place % 2 === 0 ? 'user' : 'assistant'),
    );
    assert.ok(examples.some((turn) => turn.content.startsWith('Observation:\n')));
    assert.equal(examples.length % 2, 0);
  });

  it('names the tools and stays short', () => {
    const prompt = compactPrompt(input);
    assert.match(prompt.system, /final_answer\(answer: object\) -> None/);
    const characters = [prompt, ...prompt.examples].map((part) => JSON.stringify(part).length);
    assert.ok(characters[0]! < 3500, `${characters[0]!} characters`);
  });

  it('names only the first of very many files', () => {
    const files = Array.from({ length: 50 }, (_, place) => ({ name: `f${place}.csv`, bytes: 1 }));
    assert.equal(compactPrompt({ ...input, files }).user.match(/^- /gm)?.length, 12);
  });
});

describe('compactExamples', () => {
  it('are written in the shape that the parser expects', () => {
    for (const example of compactExamples) {
      for (const turn of example.turns.filter((_, place) => place % 2 === 0)) {
        assert.match(turn, /^Thought: .+\nCode:\n```py\n[^`]+\n```<end_code>$/);
      }
      assert.match(example.turns.at(-1) ?? '', /^final_answer\([^)]+\)$/m);
      const code = example.turns.join('\n');
      assert.ok(!code.includes('final_answer(answer)') || /^answer = \S/m.test(code), code);
      const names = [...example.turns.join('\n').matchAll(/\['([^']+)'\]/g)].map(
        (match) => match[1],
      );
      for (const name of names) assert.ok(example.file.includes(name ?? '?'), example.question);
    }
  });

  it('read each file by its own name', () => {
    for (const { file, turns } of compactExamples.filter((example) => example.file !== '')) {
      const name = file.split(',')[0] ?? '';
      assert.ok(turns[0]?.includes(`('${name}')`), file);
    }
  });
});
