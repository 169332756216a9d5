// Ids for imported trajectories: the source's where it can be one, made safe where not, and never twice in a file.
import { taskId } from '../taskId.ts';

export class TrajectoryIds {
  readonly #prefix: string;
  readonly #given = new Set<string>();
  /** The next number to try, by the id that was taken. */
  readonly #numbers = new Map<string, number>();
  #count = 0;

  /** @param prefix of ids for trajectories without one, such as the format's */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Null takes one by its place in the file. */
  next(wanted: string | null): string {
    this.#count += 1;
    const safe =
      wanted === null || wanted.trim() === ''
        ? `${this.#prefix}-${this.#count}`
        : taskId(wanted, this.#prefix, '');
    const id = this.#free(safe);
    this.#given.add(id);
    return id;
  }

  #free(id: string): string {
    if (!this.#given.has(id)) return id;
    const start = id.slice(0, longestStart);
    let again = this.#numbers.get(start) ?? 2;
    while (this.#given.has(`${start}-${again}`)) again += 1;
    this.#numbers.set(start, again + 1);
    return `${start}-${again}`;
  }
}

/** An id has 128 characters at most; the rest is for the number. */
const longestStart = 117;
