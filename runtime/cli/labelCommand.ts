// `tool-r1 label`: items of the queue one after the other, each blind until the person has decided, by single keys.
import path from 'node:path';
import type { VerdictLevel } from '../contract/judge.ts';
import type { LabelItem, LabellingState } from '../contract/labelling.ts';
import type { ItemAndState, LabellingSession } from '../labels/labellingSession.ts';
import { createLabelling, type Labelling } from '../labels/labelling.ts';
import { errorMessage, HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { KeyInput, readLine, type Key } from './keyInput.ts';
import { LabelView } from './labelView.ts';
import { findRater } from './rater.ts';

export interface LabelOptions {
  readonly files: readonly string[];
  /** Null asks git. */
  readonly rater: string | null;
  readonly size: number;
}

const levelKeys: ReadonlyMap<string, VerdictLevel> = new Map([
  ['1', 'Wrong'],
  ['2', 'Partially Correct'],
  ['3', 'Correct'],
]);
/** A person who was away for longer did not think about the item. */
const longestPause = 5 * 60_000;

export async function labelCommand(
  context: CommandContext,
  options: LabelOptions,
): Promise<ExitCode> {
  requireTerminal(context);
  const labelling = openLabelling(context);
  await withSession(labelling, context, options, async (session) => {
    const input = new KeyInput(context.input, context.interrupts.signal);
    try {
      await new Labeller(context, session, input).run();
    } finally {
      input.close();
    }
  });
  return context.interrupts.exitCode ?? exitCodes.ok;
}

/** @throws HumanError where nobody presses keys */
export function requireTerminal({ terminal, input }: CommandContext): void {
  if (terminal.isLive && input.isTTY === true) return;
  throw new HumanError(
    'Labelling reads single keys, so it needs a terminal on both sides. Elsewhere labels come in with: ' +
      'tool-r1 label import FILE',
  );
}

export function openLabelling({ terminal, now, randomHex }: CommandContext): Labelling {
  return createLabelling({
    now,
    newId: randomHex,
    onChange: () => undefined,
    onProblem: (error) => terminal.message(errorMessage(error)),
  });
}

/** Opens the queue, says what could not be read, and closes it whatever happens. */
export async function withSession(
  labelling: Labelling,
  context: CommandContext,
  { files, rater, size }: LabelOptions,
  work: (session: LabellingSession) => Promise<void>,
): Promise<void> {
  const { cwd, interrupts, terminal } = context;
  try {
    const request = {
      workspace: cwd,
      files: files.map((file) => path.resolve(cwd, file)),
      rater: await findRater(rater, cwd),
      size,
    };
    const session = await labelling.open(request, interrupts.signal);
    for (const problem of session.state().problems) terminal.message(problem);
    await work(session);
  } finally {
    await labelling.closeAll();
  }
}

class Labeller {
  readonly #context: CommandContext;
  readonly #session: LabellingSession;
  readonly #keys: KeyInput;
  readonly #view: LabelView;
  /** Items that were passed over with Enter; they come again the next time. */
  #from = 1;

  constructor(context: CommandContext, session: LabellingSession, keys: KeyInput) {
    this.#context = context;
    this.#session = session;
    this.#keys = keys;
    this.#view = new LabelView(context.terminal);
  }

  async run(): Promise<void> {
    const { terminal } = this.#context;
    let item = await this.#next();
    if (item === null && this.#session.state().total === 0) {
      terminal.line('There is nothing to label: no trajectory has both an answer and a reference.');
      return;
    }
    while (item !== null) {
      const outcome = await this.#one(item);
      if (outcome === 'quit') break;
      item = outcome === 'next' ? await this.#next() : outcome;
    }
    this.#end(this.#session.state());
  }

  /** The first item from here on that is neither labelled nor skipped. */
  async #next(): Promise<LabelItem | null> {
    const { total } = this.#session.state();
    for (let position = this.#from; position <= total; position += 1) {
      const [item] = await this.#session.items(position, position);
      const isOpen = item !== undefined && !item.skipped && item.own?.currentRubric !== true;
      this.#from = position + 1;
      if (isOpen) return item;
    }
    return null;
  }

  /** Gives the item to go to after an undo. */
  async #one(item: LabelItem): Promise<'next' | 'quit' | LabelItem> {
    let shown = item;
    this.#view.item(shown, this.#session.state());
    const since = performance.now();
    for (;;) {
      const key = await this.#keys.next();
      const level = levelOf(key);
      if (level !== null) return this.#commit(shown, level, performance.now() - since);
      if (key.kind === 'end' || isKey(key, 'q')) return 'quit';
      if (key.kind === 'enter') return 'next';
      if (isKey(key, 'u')) return this.#undo();
      if (isKey(key, 's')) {
        await this.#session.mark({ itemHash: shown.itemHash, skipped: true });
        return 'next';
      }
      if (isKey(key, 'f') || isKey(key, 'n')) shown = (await this.#mark(shown, key)).item;
      else this.#view.help();
    }
  }

  async #commit(
    item: LabelItem,
    level: VerdictLevel,
    elapsed: number,
  ): Promise<'next' | 'quit' | LabelItem> {
    const milliseconds = Math.round(Math.min(elapsed, longestPause));
    const { itemHash, note } = item;
    const commit = { itemHash, level, criteria: null, note, milliseconds };
    let now = await this.#session.commit(commit);
    for (;;) {
      if (now.item.reveal !== null) this.#view.reveal(now.item, now.item.reveal);
      this.#view.progress(now.state);
      const key = await this.#keys.next();
      const revised = levelOf(key);
      if (key.kind === 'end' || isKey(key, 'q')) return 'quit';
      if (key.kind === 'enter') return 'next';
      if (isKey(key, 'u')) return this.#undo();
      if (revised !== null) now = await this.#session.revise(itemHash, revised);
      if (isKey(key, 'f') || isKey(key, 'n')) now = await this.#mark(now.item, key);
    }
  }

  async #mark(item: LabelItem, key: Key): Promise<ItemAndState> {
    const { itemHash } = item;
    const { terminal } = this.#context;
    if (isKey(key, 'f')) {
      terminal.line(item.flagged ? 'The flag is gone.' : 'Flagged.');
      return this.#session.mark({ itemHash, flagged: !item.flagged });
    }
    const note = await readLine(this.#keys, item.note, (text) => terminal.status(`Note: ${text}`));
    terminal.status('');
    terminal.line(note === null ? 'The note stays as it was.' : 'Noted.');
    if (note === null) return { item, state: this.#session.state() };
    return this.#session.mark({ itemHash, note });
  }

  async #undo(): Promise<'next' | LabelItem> {
    const { item } = await this.#session.undo();
    if (item === null) this.#context.terminal.line('There is no label of yours to undo.');
    else this.#from = item.position + 1;
    return item ?? 'next';
  }

  #end(state: LabellingState): void {
    const { terminal } = this.#context;
    terminal.line();
    this.#view.progress(state);
    if (state.next === null) {
      terminal.line(
        'All items are labelled or skipped. How far judges and people agree: tool-r1 label agreement',
      );
    }
    if (state.conflicts > 0) {
      terminal.line(
        `People differ on ${count(state.conflicts, 'item')}. Decide: tool-r1 label conflicts`,
      );
    }
  }
}

function levelOf(key: Key): VerdictLevel | null {
  return key.kind === 'character' ? (levelKeys.get(key.text) ?? null) : null;
}

export function isKey(key: Key, text: string): boolean {
  return key.kind === 'character' && key.text.toLowerCase() === text;
}
