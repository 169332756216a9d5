// `tool-r1 label conflicts`: items on which people differ, each decided by a key.
import type { Conflict } from '../contract/labelling.ts';
import type { ConflictOutcome } from '../contract/label.ts';
import type { LabellingSession } from '../labels/labellingSession.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { KeyInput } from './keyInput.ts';
import {
  isKey,
  openLabelling,
  requireTerminal,
  withSession,
  type LabelOptions,
} from './labelCommand.ts';
import { LabelView } from './labelView.ts';

const outcomes: ReadonlyMap<string, ConflictOutcome> = new Map([
  ['1', 'Wrong'],
  ['2', 'Partially Correct'],
  ['3', 'Correct'],
  ['4', 'rubric-ambiguous'],
]);
const help =
  '1 Wrong  2 Partially Correct  3 Correct  4 the rubric is ambiguous  Enter next  q quit';

export async function labelConflictsCommand(
  context: CommandContext,
  options: LabelOptions,
): Promise<ExitCode> {
  requireTerminal(context);
  await withSession(openLabelling(context), context, options, (session) =>
    decide(context, session),
  );
  return context.interrupts.exitCode ?? exitCodes.ok;
}

async function decide(context: CommandContext, session: LabellingSession): Promise<void> {
  const { terminal } = context;
  const open = (await session.conflicts()).filter(({ decided }) => decided === null);
  if (open.length === 0) {
    terminal.line('People differ on no item that is not decided.');
    return;
  }
  for (const [index, point] of session.state().rubric.points.entries()) {
    terminal.line(terminal.palette.faint(`${index + 1}. ${point}`));
  }
  const keys = new KeyInput(context.input, context.interrupts.signal);
  try {
    for (const [index, conflict] of open.entries()) {
      const place = `Conflict ${index + 1} of ${open.length}`;
      if (!(await decideOne(context, session, keys, conflict, place))) break;
    }
  } finally {
    keys.close();
  }
}

/** False when the person is done. */
async function decideOne(
  { terminal }: CommandContext,
  session: LabellingSession,
  keys: KeyInput,
  conflict: Conflict,
  place: string,
): Promise<boolean> {
  const view = new LabelView(terminal);
  view.conflict(conflict, place);
  terminal.line(terminal.palette.faint(help));
  for (;;) {
    const key = await keys.next();
    if (key.kind === 'end' || isKey(key, 'q')) return false;
    if (key.kind === 'enter') return true;
    const outcome = key.kind === 'character' ? outcomes.get(key.text) : undefined;
    if (outcome === undefined) {
      terminal.line(terminal.palette.faint(help));
      continue;
    }
    await session.decide(conflict.item.itemHash, outcome, '');
    terminal.line(`Decided: ${outcome}`);
    return true;
  }
}
