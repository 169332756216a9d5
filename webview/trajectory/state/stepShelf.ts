// The steps that a page has at hand, by index. As a value: putting one on copies a block of 64, never the whole. A long
// trajectory is read piece by piece, so far-away steps are taken off again.
import type { StepView } from '../../../runtime/contract/viewing.ts';

const blockLength = 64;
type Block = readonly (StepView | undefined)[];

export class StepShelf {
  static readonly empty = new StepShelf([], 0);

  readonly count: number;
  readonly #blocks: readonly (Block | undefined)[];

  private constructor(blocks: readonly (Block | undefined)[], count: number) {
    this.#blocks = blocks;
    this.count = count;
  }

  /** The step of that index, from 1. */
  get(index: number): StepView | undefined {
    return this.#blocks[blockOf(index)]?.[placeOf(index)];
  }

  put(view: StepView): StepShelf {
    const { index } = view.step;
    const block = [...(this.#blocks[blockOf(index)] ?? [])];
    const isNew = block[placeOf(index)] === undefined;
    block[placeOf(index)] = view;
    const blocks = [...this.#blocks];
    blocks[blockOf(index)] = block;
    return new StepShelf(blocks, this.count + (isNew ? 1 : 0));
  }

  /** Keeps about `limit` steps: whole blocks, those nearest to `index`. */
  keepNear(index: number, limit: number): StepShelf {
    if (this.count <= limit) return this;
    const near = [...this.#blocks.keys()]
      .filter((block) => this.#blocks[block] !== undefined)
      .sort((a, b) => Math.abs(a - blockOf(index)) - Math.abs(b - blockOf(index)));
    const blocks: (Block | undefined)[] = [];
    let count = 0;
    for (const number of near) {
      const block = this.#blocks[number] ?? [];
      const size = block.filter((view) => view !== undefined).length;
      if (count > 0 && count + size > limit) break;
      blocks[number] = block;
      count += size;
    }
    return new StepShelf(blocks, count);
  }
}

function blockOf(index: number): number {
  return Math.floor((index - 1) / blockLength);
}

function placeOf(index: number): number {
  return (index - 1) % blockLength;
}
