// The short system prompt for models of well under a billion parameters: few rules, and examples close to what people ask
// of their files, because so small a model copies far better than it follows instructions.
import type { PromptInput } from './protocol.ts';
import { renderSignature } from './renderTools.ts';
import { workedStep } from './toolR1Text.ts';

interface CompactExample {
  readonly question: string;
  readonly steps: readonly string[];
}

const examples: readonly CompactExample[] = [
  {
    question: 'How many boats are in boats.csv?',
    steps: [
      workedStep(
        'I read the rows and count them.',
        "import csv\nrows = list(csv.DictReader(open('boats.csv')))\nfinal_answer(len(rows))",
      ),
    ],
  },
  {
    question: 'What is the total weight in parcels.csv?',
    steps: [
      workedStep(
        'I add up the column weight.',
        "import csv\nrows = list(csv.DictReader(open('parcels.csv')))\nfinal_answer(sum(float(row['weight']) for row in rows))",
      ),
    ],
  },
  {
    question: 'Which city does profile.json name?',
    steps: [
      workedStep(
        'I look at the data first.',
        "import json\ndata = json.load(open('profile.json'))\nprint(data)",
      ),
      "Observation:\n{'name': 'Ada', 'city': 'Turin'}",
      workedStep('The city is there.', "final_answer(data['city'])"),
    ],
  },
  {
    question: 'How many lines of journal.txt contain the word rain?',
    steps: [
      workedStep(
        'I count the lines with the word.',
        "lines = open('journal.txt').read().splitlines()\nfinal_answer(sum('rain' in line for line in lines))",
      ),
    ],
  },
];

/** About 450 tokens with two tools. */
export function compactSystemPrompt(input: PromptInput): string {
  return [
    'You answer questions about files by writing Python. Write a Thought, then Code. End with final_answer(value).',
    `Tools: ${input.tools.map(renderSignature).join('; ')}. Read xlsx, pdf, docx and pptx files with inspect_file_as_text.`,
    ...examples.map((example) => [`Question: ${example.question}`, ...example.steps].join('\n')),
  ].join('\n\n');
}
