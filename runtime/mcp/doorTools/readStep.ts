// One step of a trajectory, for other agents: its thought, code, tool calls, observation and namespace. Long texts are cut; a field
// that is named is read on from any character.
import * as z from 'zod';
import type { Step } from '../../contract/step.ts';
import type { StepView } from '../../contract/viewing.ts';
import { HumanError } from '../../support/errors.ts';
import { cutNote, cutText, dataNote, facts, oneLine } from '../answerText.ts';
import { textLimit, textOffset, trajectoryFile, trajectoryId } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';
import { withTrajectories, type OpenTrajectories } from '../openTrajectories.ts';

/** Of each text where no field is named. */
const mostText = 4000;
const mostRows = 40;

export const readStep = doorTool({
  name: 'toolr1_read_step',
  title: 'Read Step',
  description:
    'Gives one step of a trajectory: thought, code, tool calls, observation, variables. Texts longer than 4000 characters are cut, with the field to read on: call it again with `field` (such as observation.text) and `offset`.',
  effect: 'reads',
  input: z.object({
    file: trajectoryFile,
    trajectoryId,
    step: z.int().min(1).max(1_000_000).describe('From 1.'),
    field: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Gives only this text, such as code, observation.text or toolCalls.0.preview.'),
    offset: textOffset,
    limit: textLimit,
  }),
  activity: ({ step, trajectoryId: id }) => `Reading step ${step} of ${id}`,
  call: async (wish, { folders, viewer }, { signal }) => {
    const { trajectoryId: id, step, field, offset, limit } = wish;
    const file = await folders.findFile(wish.file);
    return withTrajectories(viewer, file, signal, async (opened) => {
      if (field !== undefined) return fieldText(opened, { id, step, field, offset, limit });
      const [view] = await opened.steps(id, step, step);
      if (view === undefined) throw new HumanError(await missing(opened, id, step));
      return stepText(view);
    });
  },
});

async function missing(opened: OpenTrajectories, id: string, step: number): Promise<string> {
  const { rows } = await opened.head(id);
  return `${id} has no step ${step}; it has ${rows.length}.`;
}

async function fieldText(
  opened: OpenTrajectories,
  place: Parameters<OpenTrajectories['text']>[0],
): Promise<string> {
  const { text: slice, characters } = await opened.text(place);
  const text = withoutHalf(slice);
  const { step, field, offset } = place;
  if (text === '' && offset > 0)
    return `${field} has ${characters} characters; there are none from ${offset} on.`;
  const end = offset + text.length;
  const note = cutNote({ start: offset, end, length: characters });
  return [`${dataNote}\n`, `Step ${step}, ${field}:`, text, ...(note === null ? [] : [note])].join(
    '\n',
  );
}

/** The first half of a pair belongs to the next slice. */
function withoutHalf(slice: string): string {
  return /[\ud800-\udbff]$/.test(slice) && slice.length > 1 ? slice.slice(0, -1) : slice;
}

function stepText(view: StepView): string {
  const { step } = view;
  const { index, parsed, executed, reply, observation, sandboxMilliseconds } = step;
  const head = facts(
    `Step ${index}`,
    observation.kind,
    parsed ? 'parsed' : 'not parsed',
    executed ? 'executed' : 'not executed',
    reply.usage === null
      ? null
      : `${reply.usage.promptTokens} + ${reply.usage.completionTokens} tokens`,
    `model ${(reply.milliseconds / 1000).toFixed(1)} s`,
    `sandbox ${(sandboxMilliseconds / 1000).toFixed(1)} s`,
    reply.origin === undefined ? null : `from ${reply.origin}`,
  );
  return [head, dataNote, ...sections(view)].filter((part) => part !== '').join('\n\n');
}

function sections(view: StepView): string[] {
  const { step } = view;
  return [
    list(
      'Faults',
      step.faults.map(({ kind, message }) => `${kind}: ${message}`),
    ),
    section(view, 'thought', step.thought),
    // Without code the reply is all there is to see.
    step.code === null
      ? section(view, 'reply.text', step.reply.text)
      : section(view, 'code', step.code),
    list('Tool calls', step.toolCalls.map(callWords)),
    section(view, 'observation.text', step.observation.text),
    list(
      'Refused',
      step.observation.refusals.map(({ message }) => message),
    ),
    list('Warnings', step.observation.warnings),
    list(
      'Variables',
      step.variables.filter(({ change }) => change !== 'unchanged').map(variableWords),
    ),
    list(
      'Files written',
      step.outputFiles.map(({ name, bytes, refused }) =>
        refused === null ? `${name} (${bytes} bytes)` : `${name}: refused, ${refused}`,
      ),
    ),
  ];
}

function section({ clipped }: StepView, field: string, whole: string): string {
  if (whole === '') return '';
  const { text } = cutText(whole, 0, mostText);
  const length = clipped.find((one) => one.field === field)?.characters ?? whole.length;
  const note = cutNote({ start: 0, end: text.length, length });
  return [`${field}:`, text, ...(note === null ? [] : [`${note} and field ${field}`])].join('\n');
}

function list(title: string, rows: readonly string[]): string {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, mostRows).map((row) => `- ${oneLine(row, 300)}`);
  const more = rows.length > mostRows ? [`and ${rows.length - mostRows} more`] : [];
  return [`${title}:`, ...shown, ...more].join('\n');
}

function callWords({
  index,
  name,
  arguments: given,
  outcome,
  preview,
}: Step['toolCalls'][number]): string {
  return `${index}. ${name}(${oneLine(JSON.stringify(given), 120)}) ${outcome}: ${preview}`;
}

function variableWords({ name, type, size, preview, change }: Step['variables'][number]): string {
  const length = size === null ? '' : ` of ${[size].flat().join(' x ')}`;
  return `${name}: ${type}${length}, ${change}, ${oneLine(preview, 120)}`;
}
