// Turns the tokens of a reply, as they come, into thought to show word by word and code to show line by line.
// It only guesses at the structure; the parser decides what runs, and the view compares afterwards.

export type ReplyPiece =
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'code'; readonly line: string };

const fence = /^\s*(```+|~~~+)/;
const closing = /^\s*(?:```+|~~~+)\s*(?:<.*)?$/;
/** Words of the format that are not worth showing. */
const label = /^\s*(?:\*\*)?(?:Thought|Code)\s*:(?:\*\*)?[ \t]*/i;
const terminator = /<\/?(?:end_)?code>?\s*/gi;
/** The start of a line that may still become a fence, a label or a terminator. */
const undecided = /^\s*(?:[`~]{0,2}|\*{0,2}[a-z]{0,7}\s*:?\*{0,2}\s*|<[/a-z_]*)$/i;

/** One per reply. */
export class ReplyStream {
  #line = '';
  #inCode = false;
  #decided = false;
  #blankLines = 0;
  #started = false;
  readonly #code: string[] = [];

  /** The code shown so far, without blank lines at its ends. */
  get code(): string {
    return this.#code.join('\n').replace(/^\s*\n|\s+$/g, '');
  }

  *push(text: string): Generator<ReplyPiece> {
    const parts = text.replaceAll('\r', '').split('\n');
    for (const [index, part] of parts.entries()) {
      this.#line += part;
      if (index < parts.length - 1) yield* this.#endLine(true);
      else if (!this.#inCode) yield* this.#words();
    }
  }

  /** Call it once the reply ended. */
  *finish(): Generator<ReplyPiece> {
    if (this.#line === '') return;
    if (this.#inCode && /^\s*(?:`{1,2}|~{1,2}|<\/?[a-z_]*)$/.test(this.#line)) return;
    yield* this.#endLine(false);
  }

  *#endLine(broken: boolean): Generator<ReplyPiece> {
    const line = this.#line;
    this.#line = '';
    const decided = this.#decided;
    this.#decided = false;
    if (this.#inCode) {
      if (closing.test(line)) this.#inCode = false;
      else yield this.#codeLine(line);
    } else if (!decided && fence.test(line)) {
      this.#inCode = true;
    } else {
      yield* this.#thought(decided ? line : line.replace(label, ''));
      if (broken && this.#started) this.#blankLines += 1;
    }
  }

  #codeLine(line: string): ReplyPiece {
    this.#code.push(line);
    return { kind: 'code', line };
  }

  /** Shows the whole words of a line that is surely thought. */
  *#words(): Generator<ReplyPiece> {
    if (!this.#decided) {
      if (undecided.test(this.#line) || fence.test(this.#line)) return;
      this.#line = this.#line.replace(label, '');
      this.#decided = this.#line.trim() !== '';
    }
    const end = this.#line.lastIndexOf(' ') + 1;
    if (end === 0) return;
    yield* this.#thought(this.#line.slice(0, end));
    this.#line = this.#line.slice(end);
  }

  *#thought(text: string): Generator<ReplyPiece> {
    const shown = text.replace(terminator, '');
    if (shown.trim() === '' && (!this.#started || shown === '')) return;
    const breaks = this.#started ? '\n'.repeat(Math.min(2, this.#blankLines)) : '';
    this.#blankLines = 0;
    this.#started = true;
    yield { kind: 'thought', text: breaks + shown };
  }
}
