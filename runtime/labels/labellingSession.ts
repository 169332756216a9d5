// One person's labelling of one queue: reads items blind, writes what the person decides, and only then shows more.
import type { CriterionRatings, VerdictLevel } from '../contract/judge.ts';
import type { ConflictOutcome, LabelRecord, Rubric } from '../contract/label.ts';
import type { Conflict, LabelGain, LabelItem, LabellingState } from '../contract/labelling.ts';
import type { LabelFile } from '../store/labels/labelFile.ts';
import { HumanError } from '../support/errors.ts';
import { blindItem } from './blindItem.ts';
import { drawQueue, type Draw, type DrawnItem } from './draw.ts';
import { noMark } from './itemLabels.ts';
import type { LabelBook } from './labelBook.ts';
import { conflictingLabels } from './people.ts';
import type { AnswerItem, JudgedItem, Population } from './population.ts';
import { ownLabelOf, ownLabelView, readReveal, withReveal } from './reveal.ts';
import { referenceOf } from './rubric.ts';
import { conflictHashes, currentLabel, progressOf } from './sessionState.ts';

export interface SessionParts {
  readonly handle: string;
  readonly workspace: string;
  readonly rater: string;
  readonly size: number;
  readonly population: Population;
  readonly book: LabelBook;
  /** Feeds the book. */
  readonly labelFile: LabelFile;
  readonly rubric: Rubric;
  readonly problems: readonly string[];
  /** ISO 8601. */
  readonly now: () => string;
  readonly newId: () => string;
  readonly gain: () => LabelGain | null;
}

export interface Commit {
  readonly itemHash: string;
  readonly level: VerdictLevel;
  readonly criteria: CriterionRatings | null;
  readonly note: string;
  readonly milliseconds: number;
}

export interface Mark {
  readonly itemHash: string;
  readonly note?: string | undefined;
  readonly flagged?: boolean | undefined;
  readonly skipped?: boolean | undefined;
}

export interface ItemAndState {
  readonly item: LabelItem;
  readonly state: LabellingState;
}

type RecordHead = Pick<LabelRecord, 'version' | 'id' | 'at' | 'itemHash' | 'rater'>;

export class LabellingSession {
  readonly #parts: SessionParts;
  readonly #draw: Draw;
  /** From 1, by item. */
  readonly #positions: Map<string, number>;
  /** Items whose labels of others were shown as conflicts. */
  readonly #shown = new Set<string>();

  constructor(parts: SessionParts) {
    const { population, book, rater } = parts;
    this.#parts = parts;
    const items = population.items.map(({ hash }, index) => ({
      hash,
      stratum: judgedAt(population, index).stratum,
    }));
    const labelled = new Set<string>();
    for (const label of book.labels()) if (label.rater === rater) labelled.add(label.itemHash);
    this.#draw = drawQueue(items, parts.size, labelled);
    this.#positions = new Map(this.#draw.queue.map(({ hash }, index) => [hash, index + 1]));
  }

  get queue(): readonly DrawnItem[] {
    return this.#draw.queue;
  }

  state(): LabellingState {
    const { handle, rater, rubric, labelFile, problems } = this.#parts;
    return {
      handle,
      rater,
      ...progressOf(this.#progressInput()),
      rubric,
      gain: this.#parts.gain(),
      labelFile: labelFile.file,
      problems: [...labelFile.problems, ...problems],
    };
  }

  /** Positions `from` to `to`, those that there are. */
  async items(from: number, to: number): Promise<LabelItem[]> {
    const wanted = this.#draw.queue.slice(from - 1, to);
    return Promise.all(wanted.map(({ hash }) => this.item(hash)));
  }

  /** Blind until the person has labelled it under the rubric that counts. */
  async item(hash: string): Promise<LabelItem> {
    const { workspace, rater, book, rubric } = this.#parts;
    const { answer, judged } = this.#find(hash);
    const labels = book.item(hash);
    const own = ownLabelOf(labels, rater, rubric);
    const item = await blindItem(answer, this.#position(hash), workspace, {
      own: own === null ? null : ownLabelView(own, rubric),
      mark: labels.marks.get(rater) ?? noMark,
    });
    if (currentLabel(labels, this.#parts) === null) return item;
    return withReveal(item, await readReveal(judged, labels, rater));
  }

  /** @throws HumanError when the person has labelled the item already */
  async commit(commit: Commit): Promise<ItemAndState> {
    const { itemHash, level, criteria, milliseconds } = commit;
    const { book, rater, rubric } = this.#parts;
    const { answer, drawn, judged } = this.#find(itemHash);
    // Another window may have labelled it a moment ago.
    await this.#parts.labelFile.refresh();
    if (currentLabel(book.item(itemHash), this.#parts) !== null) {
      throw new HumanError('You have labelled this item already. Revise the label, or undo it.');
    }
    const before = book.item(itemHash).marks.get(rater) ?? noMark;
    const { question, referenceAnswer, finalAnswer, taskId, multiplicity } = answer;
    await this.#append({
      ...this.#head(itemHash),
      kind: 'label-given',
      level,
      rubric: referenceOf(rubric),
      blind: !this.#hasSeen(itemHash),
      stratum: judged.stratum,
      samplingProbability: drawn?.samplingProbability ?? 1,
      multiplicity,
      milliseconds,
      ...(criteria === null ? {} : { criteria }),
      note: commit.note === '' ? before.note : commit.note,
      flagged: before.flagged,
      question,
      referenceAnswer,
      finalAnswer,
      taskId,
    });
    return this.#both(itemHash);
  }

  /** @throws HumanError when the person has no label of the item */
  async revise(itemHash: string, level: VerdictLevel): Promise<ItemAndState> {
    const own = currentLabel(this.#parts.book.item(itemHash), this.#parts);
    if (own === null) throw new HumanError('There is no label of yours to revise. Label it first.');
    const head = this.#head(itemHash);
    await this.#append({ ...head, kind: 'label-revised', labelId: own.id, level });
    return this.#both(itemHash);
  }

  async undo(): Promise<{ item: LabelItem | null; state: LabellingState }> {
    const { book } = this.#parts;
    const own = this.#draw.queue.flatMap(({ hash }) => {
      const label = currentLabel(book.item(hash), this.#parts);
      return label === null ? [] : [label];
    });
    const last = own
      .sort((a, b) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1))
      .at(-1);
    if (last === undefined) return { item: null, state: this.state() };
    const records = last.ids.map((labelId) => ({
      ...this.#head(last.itemHash),
      kind: 'label-withdrawn' as const,
      labelId,
    }));
    await this.#append(...records);
    return this.#both(last.itemHash);
  }

  async mark({ itemHash, note, flagged, skipped }: Mark): Promise<ItemAndState> {
    this.#find(itemHash);
    await this.#append({
      ...this.#head(itemHash),
      kind: 'item-marked',
      ...(note === undefined ? {} : { note }),
      ...(flagged === undefined ? {} : { flagged }),
      ...(skipped === undefined ? {} : { skipped }),
    });
    return this.#both(itemHash);
  }

  async conflicts(): Promise<Conflict[]> {
    const hashes = conflictHashes(this.#progressInput());
    return Promise.all(hashes.map((hash) => this.#conflict(hash)));
  }

  /** @throws HumanError when people do not differ on the item */
  async decide(itemHash: string, outcome: ConflictOutcome, note: string) {
    const { book, rubric } = this.#parts;
    const labels = conflictingLabels(book.item(itemHash), rubric);
    if (labels.length === 0) {
      throw new HumanError(
        'People do not differ on this item any more. There is nothing to decide.',
      );
    }
    const labelIds = labels.flatMap(({ ids }) => ids);
    const head = this.#head(itemHash);
    await this.#append({ ...head, kind: 'conflict-decided', outcome, labelIds, note });
    return { conflict: await this.#conflict(itemHash), state: this.state() };
  }

  close(): Promise<void> {
    return this.#parts.labelFile.close();
  }

  async #conflict(hash: string): Promise<Conflict> {
    const { book, rubric } = this.#parts;
    this.#shown.add(hash);
    const labels = book.item(hash);
    const { decision } = labels;
    return {
      item: await this.item(hash),
      labels: conflictingLabels(labels, rubric).map(({ id, rater, last, milliseconds }) => ({
        id,
        rater,
        level: last,
        note: (labels.marks.get(rater) ?? noMark).note,
        milliseconds,
      })),
      decided:
        decision === null
          ? null
          : {
              outcome: decision.outcome,
              rater: decision.rater,
              note: decision.note,
              at: decision.at,
            },
    };
  }

  /** A label that was undone had been followed by the verdicts; a decision by the labels of others. */
  #hasSeen(hash: string): boolean {
    const { book, rater } = this.#parts;
    return this.#shown.has(hash) || book.raterSaw(hash, rater);
  }

  #progressInput() {
    const { population, book, rubric, rater } = this.#parts;
    return { draw: this.#draw, population, book, rubric, rater };
  }

  #find(hash: string): { answer: AnswerItem; judged: JudgedItem; drawn: DrawnItem | undefined } {
    const { population } = this.#parts;
    const index = population.index.get(hash);
    const answer = index === undefined ? undefined : population.items[index];
    if (index === undefined || answer === undefined) {
      throw new HumanError('This item is not in the trajectories that are being labelled.');
    }
    const position = this.#positions.get(hash);
    const drawn = position === undefined ? undefined : this.#draw.queue[position - 1];
    return { answer, judged: judgedAt(population, index), drawn };
  }

  /** Items that are shown as conflicts only come after the queue. */
  #position(hash: string): number {
    const known = this.#positions.get(hash);
    if (known !== undefined) return known;
    const position = this.#positions.size + 1;
    this.#positions.set(hash, position);
    return position;
  }

  #head(itemHash: string): RecordHead {
    const { now, newId, rater } = this.#parts;
    return { version: 1, id: newId(), at: now(), itemHash, rater };
  }

  #append(...records: LabelRecord[]): Promise<void> {
    return this.#parts.labelFile.append(records);
  }

  async #both(hash: string): Promise<ItemAndState> {
    return { item: await this.item(hash), state: this.state() };
  }
}

function judgedAt({ judged }: Population, index: number): JudgedItem {
  const found = judged[index];
  if (found === undefined) throw new Error(`the population has no item ${index}`);
  return found;
}
