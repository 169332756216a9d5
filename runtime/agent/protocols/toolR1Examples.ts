// Worked examples of the full prompt. The tasks, files and figures are made up for it; each shows one habit.
import { observationMark, workedStep } from './toolR1Text.ts';

interface WorkedExample {
  readonly question: string;
  /** Thought, code and, but for the last step, what the runtime answers. */
  readonly steps: readonly {
    readonly thought: string;
    readonly code: readonly string[];
    readonly observation?: string;
  }[];
}

const examples: readonly WorkedExample[] = [
  // One step is enough when nothing has to be looked up.
  {
    question:
      'A tank of 480 litres loses 2.5 % of its content every hour. What is left after six hours?',
    steps: [
      {
        thought: 'The content is multiplied by 0.975 each hour.',
        code: ['left = 480 * 0.975 ** 6', 'final_answer(f"{left:.1f} litres")'],
      },
    ],
  },
  // Look at the data, then compute.
  {
    question: 'Which hive in hives.csv gave the most honey over all months?',
    steps: [
      {
        thought: 'I look at the columns before I add anything up.',
        code: [
          'import csv',
          'with open("hives.csv", newline="") as file:',
          '    rows = list(csv.DictReader(file))',
          'print(len(rows), rows[:2])',
        ],
        observation:
          "36 [{'hive': 'Linden', 'month': '2023-05', 'kg': '4,2'}, {'hive': 'Quarry', 'month': '2023-05', 'kg': '3,9'}]",
      },
      {
        thought: 'Weights have a decimal comma. I sum them by hive.',
        code: [
          'from collections import defaultdict',
          'totals = defaultdict(float)',
          'for row in rows:',
          '    totals[row["hive"]] += float(row["kg"].replace(",", "."))',
          'print(sorted(totals.items(), key=lambda item: -item[1]))',
        ],
        observation: "[('Quarry', 58.3), ('Linden', 55.0), ('Meadow', 41.7)]",
      },
      { thought: 'Quarry leads clearly.', code: ['final_answer("Quarry")'] },
    ],
  },
  // A document goes through the tool; an error is mended, not repeated.
  {
    question: 'On which date does the lease in contract.pdf end?',
    steps: [
      {
        thought: 'I read the document and print the passages that speak of an end.',
        code: [
          'text = inspect_file_as_text("contract.pdf")',
          'for line in text.split("\\n"):',
          '    if "end" in line.lower() or "term" in line.lower():',
          '        print(line)',
        ],
        observation: 'Term: thirty months from the first day of March 2022.',
      },
      {
        thought: 'Thirty months from 1 March 2022; the lease ends the day before.',
        code: [
          'from datetime import date, timedelta',
          'start = date(2022, 3, 1)',
          'end = start.replace(month=start.month + 30) - timedelta(days=1)',
          'final_answer(end.isoformat())',
        ],
        observation: 'ValueError: month must be in 1..12 (line 3)',
      },
      {
        thought: 'The month must be carried over into the year.',
        code: [
          'months = start.month - 1 + 30',
          'end = date(start.year + months // 12, months % 12 + 1, 1) - timedelta(days=1)',
          'final_answer(end.isoformat())',
        ],
      },
    ],
  },
];

/** All examples as one text. */
export const workedExamples: string = examples.map(render).join('\n\n---\n\n');

function render(example: WorkedExample): string {
  const steps = example.steps.flatMap((step) => [
    workedStep(step.thought, step.code.join('\n')),
    ...(step.observation === undefined ? [] : [`${observationMark}\n${step.observation}`]),
  ]);
  return [`Question: ${example.question}`, ...steps].join('\n');
}
