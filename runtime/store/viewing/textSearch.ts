// Finds the trajectories with a text, going through the file piece by piece and further when the file grows. A trajectory
// that was found is not looked at again. Broken lines are found by their bytes or by what is said about them.
import type { RecordSource } from '../formats/recordSource.ts';
import type { Found } from './listOrder.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

const pieceBytes = 2 * 1024 * 1024;
const pieceRecords = 4096;
/** Of a broken line only this much is looked at. */
const brokenBytes = 1024 * 1024;

export class TextSearch implements Found {
  readonly #source: RecordSource;
  readonly #index: TrajectoryIndex;
  readonly #text: string;
  readonly #mayHave: (bytes: Buffer) => boolean;
  readonly #rows = new Set<number>();
  readonly #broken = new Set<number>();
  #nextRecord = 0;
  #nextBroken = 0;
  /** True while what was taken is being looked at: it counts as searched only afterwards. */
  #isReading = false;

  constructor(source: RecordSource, index: TrajectoryIndex, text: string) {
    this.#source = source;
    this.#index = index;
    this.#text = text.toLowerCase();
    this.#mayHave = source.quickSearch(text) ?? (() => true);
  }

  /** True when everything that is indexed was looked at. */
  get isComplete(): boolean {
    const { records, brokenLines } = this.#index;
    const isTaken = this.#nextRecord >= records.length && this.#nextBroken >= brokenLines.length;
    return isTaken && !this.#isReading;
  }

  has(row: number): boolean {
    return this.#rows.has(row);
  }

  hasBroken(index: number): boolean {
    return this.#broken.has(index);
  }

  /** Looks at the next piece of the file. */
  async advance(): Promise<void> {
    this.#isReading = true;
    try {
      await this.#searchBroken();
      await this.#searchRecords();
    } finally {
      this.#isReading = false;
    }
  }

  async #searchRecords(): Promise<void> {
    const records = this.#takePiece();
    if (records.length === 0) return;
    const places = records.map((record) => this.#index.records.place(record));
    const lines = await this.#source.readBytes(places);
    for (const [place, line] of lines.entries()) {
      const row = this.#index.records.row(records[place] ?? 0);
      if (!this.#rows.has(row) && this.#isIn(line)) this.#rows.add(row);
    }
  }

  #isIn(line: Buffer): boolean {
    if (!this.#mayHave(line)) return false;
    return this.#source.texts(line).some((text) => text.toLowerCase().includes(this.#text));
  }

  /** The next records that may have it, about one piece of the file. */
  #takePiece(): number[] {
    const { records } = this.#index;
    const taken: number[] = [];
    let size = 0;
    while (this.#nextRecord < records.length && size < pieceBytes && taken.length < pieceRecords) {
      const record = this.#nextRecord;
      this.#nextRecord += 1;
      const kind = records.kind(record);
      if (kind === 'verdict-given' || kind === 'reward-assigned') continue;
      if (this.#rows.has(records.row(record))) continue;
      taken.push(record);
      size += records.place(record).bytes;
    }
    return taken;
  }

  async #searchBroken(): Promise<void> {
    const lines = this.#index.brokenLines.slice(this.#nextBroken, this.#nextBroken + 100);
    const texts = await this.#source.readBytes(
      lines.map(({ place: { offset, bytes } }) => ({
        offset,
        bytes: Math.min(bytes, brokenBytes),
      })),
    );
    for (const [index, { message }] of lines.entries()) {
      const text = `${message}\n${texts[index]?.toString('utf8') ?? ''}`;
      if (text.toLowerCase().includes(this.#text)) this.#broken.add(this.#nextBroken + index);
    }
    this.#nextBroken += lines.length;
  }
}
