// Recorded replies for `--model replay:FILE`, written by hand for tests.

/** A reply in the shape that the prompt asks for. */
export function reply(thought: string, code: string): string {
  return `Thought: ${thought}\nCode:\n\`\`\`py\n${code}\n\`\`\`<end_code>`;
}

/** The content of a recording; `pauseMilliseconds` slows it down to the pace of a model. */
export function recording(replies: readonly string[], pauseMilliseconds = 0): string {
  return JSON.stringify({ note: 'written by hand for tests', pauseMilliseconds, replies });
}

/** Reads visits.csv in one step and answers in the next. */
export const countingReplies = [
  reply(
    'I read the file.',
    "import csv\nrows = list(csv.DictReader(open('visits.csv')))\nprint(len(rows))",
  ),
  reply('There are as many visits as rows.', 'final_answer(len(rows))'),
];

export const visitsCsv = 'day,visitors\nmon,12\ntue,30\nwed,8\n';
