// Finds a text in the trajectories of a file, for other agents: where it stands, with what is around it.
import * as z from 'zod';
import { ListQuery, type ListRow, type TrajectoryRow } from '../../contract/viewing.ts';
import { dataNote, oneLine, rowsText } from '../answerText.ts';
import { rowOffset, trajectoryFile } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';
import { withTrajectories, type OpenTrajectories } from '../openTrajectories.ts';

/** Steps that are read at a time. */
const stepsAtOnce = 20;
/** Characters before and after what was found. */
const around = 80;

export const searchTrajectories = doorTool({
  name: 'toolr1_search_trajectories',
  title: 'Search Trajectories',
  description:
    'Finds a text in a trajectory file: in questions, thoughts, code, observations and final answers, ignoring case. Gives for each trajectory its id, the first step that has it, and some words around it; toolr1_read_step gives the whole.',
  effect: 'reads',
  input: z.object({
    file: trajectoryFile,
    text: z
      .string()
      .min(1)
      .max(200)
      .refine((given) => given.trim() !== '', 'the text is empty'),
    offset: rowOffset,
    limit: z.int().min(1).max(20).default(10).describe('Most trajectories to give.'),
  }),
  activity: ({ file }) => `Searching ${file}`,
  call: async ({ file: name, text, offset, limit }, { folders, viewer }, { signal }) => {
    const file = await folders.findFile(name);
    return withTrajectories(viewer, file, signal, async (opened) => {
      const query = ListQuery.parse({ text });
      const { rows, matches } = await opened.list(query, offset, limit);
      const words: string[] = [];
      for (const row of rows.filter(isTrajectory)) {
        words.push(`${row.id} | ${await placeOf(opened, row, text.trim(), signal)}`);
      }
      const found = rowsText({ what: 'trajectories with it', rows: words, offset, total: matches });
      return words.length === 0 ? found : `${dataNote}\n\n${found}`;
    });
  },
});

function isTrajectory(row: ListRow): row is TrajectoryRow {
  return row.kind === 'trajectory';
}

async function placeOf(
  opened: OpenTrajectories,
  { id, question, finalAnswer, steps }: TrajectoryRow,
  wanted: string,
  signal: AbortSignal,
): Promise<string> {
  const inQuestion = excerpt(question, wanted);
  if (inQuestion !== null) return `question: ${inQuestion}`;
  for (let from = 1; from <= steps; from += stepsAtOnce) {
    signal.throwIfAborted();
    for (const { step } of await opened.steps(id, from, from + stepsAtOnce - 1)) {
      const { thought, code, observation } = step;
      const texts = { thought, code: code ?? '', 'observation.text': observation.text };
      for (const [field, text] of Object.entries(texts)) {
        const found = excerpt(text, wanted);
        if (found !== null) return `step ${step.index}, ${field}: ${found}`;
      }
    }
  }
  const inAnswer = excerpt(finalAnswer ?? '', wanted);
  return inAnswer === null ? 'inside a long text' : `final answer: ${inAnswer}`;
}

/** The words around the first place, on one line; null when it is not there. */
function excerpt(text: string, wanted: string): string | null {
  const place = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (place < 0) return null;
  const [start, end] = [Math.max(0, place - around), place + wanted.length + around];
  const [before, after] = [start > 0 ? '… ' : '', end < text.length ? ' …' : ''];
  return `${before}${oneLine(text.slice(start, end), 400)}${after}`;
}
