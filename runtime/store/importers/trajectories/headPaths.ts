// Which keys the beginning of a file of JSON shows, and where they stand: what the formats are told apart by. The beginning may
// be cut off anywhere and may break the rules of JSON, so it is scanned and not parsed. Pure.

/** Deeper places tell no format from another. */
const deepest = 6;
const escaped = 2;

/**
 * The key paths of the first JSON value, `[]` for the elements of a list: `info.exit_status`, `trajectory[].action`,
 * `[].task_id`. Of JSON Lines it is the first line's value.
 */
export function headPaths(head: Uint8Array): ReadonlySet<string> {
  const scan = new HeadScan(new TextDecoder().decode(head));
  scan.run();
  return scan.paths;
}

interface Open {
  readonly isList: boolean;
  /** Path of the container itself. */
  readonly path: string;
  /** The last key of an object. */
  key: string;
  expectsKey: boolean;
}

class HeadScan {
  readonly paths = new Set<string>();
  readonly #text: string;
  readonly #open: Open[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      if (char === '"') this.#takeText();
      else {
        this.#at += 1;
        if (this.#mark(char) === 'ended') return;
      }
    }
  }

  #mark(char: string): 'ended' | 'goes on' {
    const top = this.#open.at(-1);
    if (char === '{' || char === '[') this.#enter(char === '[');
    else if (char === '}' || char === ']') {
      this.#open.pop();
      return this.#open.length === 0 ? 'ended' : 'goes on';
    } else if (char === ',' && top !== undefined) top.expectsKey = !top.isList;
    return 'goes on';
  }

  #enter(isList: boolean): void {
    const parent = this.#open.at(-1);
    this.#open.push({ isList, path: childPath(parent), key: '', expectsKey: !isList });
  }

  /** A text that has no end within the head is no key. */
  #takeText(): void {
    const start = this.#at + 1;
    let end = start;
    while (end < this.#text.length && this.#text[end] !== '"') {
      end += this.#text[end] === '\\' ? escaped : 1;
    }
    this.#at = end + 1;
    const top = this.#open.at(-1);
    if (top?.expectsKey !== true || end >= this.#text.length) return;
    top.key = this.#text.slice(start, end);
    top.expectsKey = false;
    if (this.#open.length <= deepest) this.paths.add(childPath(top));
  }
}

function childPath(parent: Open | undefined): string {
  if (parent === undefined) return '';
  if (parent.isList) return `${parent.path}[]`;
  return parent.path === '' ? parent.key : `${parent.path}.${parent.key}`;
}
