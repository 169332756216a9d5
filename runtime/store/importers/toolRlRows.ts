// Tasks from rows of ToolRL's data (github.com/qiancheng0/ToolRL at 8cee13ec): `{instruction, input, output}`, or the same as verl
// keeps it in Parquet, with a prompt of messages and the target in `reward_model.ground_truth`.
import * as z from 'zod';
import { Task } from '../../contract/task.ts';
import { check } from '../../support/parseJson.ts';
import { taskId } from './taskId.ts';
import { DialogueTurn, flattenDialogue, holdsDialect } from './toolRlHistory.ts';

/** The target tells the rows from others with the same names: it is written in the dialect. */
const Target = z.string().refine(holdsDialect);

const PlainRow = z.looseObject({ instruction: z.string(), input: z.string(), output: Target });
const DialogueRow = z.looseObject({
  instruction: z.string().optional(),
  input: z.array(DialogueTurn).min(1),
  output: Target,
});
const VerlRow = z.looseObject({
  data_source: z.string().optional(),
  prompt: z.array(DialogueTurn).min(1),
  reward_model: z.looseObject({ ground_truth: Target }),
  extra_info: z.looseObject({ index: z.unknown(), split: z.unknown() }).partial().nullish(),
});

interface Row {
  readonly instruction: string;
  readonly input: string;
  readonly output: string;
  readonly source: string;
  readonly rest: Readonly<Record<string, unknown>>;
}

export function isToolRlRow(value: unknown): boolean {
  return [PlainRow, DialogueRow, VerlRow].some((row) => row.safeParse(value).success);
}

/** A task whose reference answer is the whole target, or what is wrong as the rest of a sentence; null for another kind of row. */
export function toolRlTask(value: unknown): Task | string | null {
  const row = readRow(value);
  if (row === null) return null;
  const { instruction, input, output, source, rest } = row;
  if (input.trim() === '') return 'there is no question';
  const task = check(Task, {
    version: 1,
    // The same request with other tools is another task.
    id: taskId(null, 'toolrl', `${instruction}\n${input}`),
    question: input,
    referenceAnswer: output,
    source,
    metadata: { ...rest, ...(instruction === '' ? {} : { instruction }) },
  });
  return task.ok ? task.value : task.problem;
}

function readRow(value: unknown): Row | null {
  const plain = PlainRow.safeParse(value);
  if (plain.success) {
    const { instruction, input, output, ...rest } = plain.data;
    return { instruction, input, output, source: 'toolrl', rest };
  }
  const dialogue = DialogueRow.safeParse(value);
  if (dialogue.success) {
    const { instruction = '', input, output, ...rest } = dialogue.data;
    const flat = flattenDialogue(input);
    const system = [instruction, flat.instruction].filter((text) => text !== '').join('\n');
    return { instruction: system, input: flat.input, output, source: 'toolrl', rest };
  }
  const verl = VerlRow.safeParse(value);
  return verl.success ? fromVerl(verl.data) : null;
}

/** Of the further columns, place and split say where a row comes from; the others repeat the prompt. */
function fromVerl(row: z.infer<typeof VerlRow>): Row {
  const { prompt, reward_model: model, extra_info: info, data_source: source = 'toolrl' } = row;
  const { index, split } = info ?? {};
  const rest = {
    ...(index === undefined ? {} : { index }),
    ...(split === undefined ? {} : { split }),
  };
  return { ...flattenDialogue(prompt), output: model.ground_truth, source, rest };
}
