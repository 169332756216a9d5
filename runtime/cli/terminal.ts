// The two streams that a person sees: results on `out`, and on `err` messages and one status line that moves.
// On a pipe nothing moves and nothing is coloured.
import { colourPalette, plainPalette, wantsColour, type Palette } from './colour.ts';
import { truncate } from './displayWidth.ts';

/** The part of a writable stream that is used. */
export interface TextStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface TerminalOptions {
  readonly out: TextStream;
  readonly err: TextStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called once when whoever reads `out` went away, as with `| head`. */
  readonly onClosed: () => void;
}

const widest = 120;
/** Of a terminal that says nothing, or nothing that can be: serial lines and some containers say 0. */
const usual = 80;

export class Terminal {
  /** True when results are read by a person on a terminal. */
  readonly isLive: boolean;
  readonly palette: Palette;
  readonly errPalette: Palette;
  readonly #out: TextStream;
  readonly #err: TextStream;
  #closed = false;
  #status = '';
  #atLineStart = true;

  constructor(options: TerminalOptions) {
    this.#out = options.out;
    this.#err = options.err;
    this.isLive = options.out.isTTY === true;
    this.palette = paletteFor(options.env, options.out);
    this.errPalette = paletteFor(options.env, options.err);
    const close = () => {
      if (this.#closed) return;
      this.#closed = true;
      options.onClosed();
    };
    options.out.on('error', close);
    // A closed stderr costs the messages and nothing else.
    options.err.on('error', () => undefined);
  }

  /** Columns to fill: those of the terminal up to a width that reads well, and no limit on a pipe. */
  get columns(): number {
    return this.isLive ? Math.min(columnsOf(this.#out), widest) : Number.POSITIVE_INFINITY;
  }

  /** True when a status line can move. */
  get hasStatus(): boolean {
    return this.#err.isTTY === true;
  }

  write(text: string): void {
    if (this.#closed || text === '') return;
    this.status('');
    this.#out.write(text);
    this.#atLineStart = text.endsWith('\n');
  }

  line(text = ''): void {
    this.write(`${text}\n`);
  }

  /** A message beside the results, on a line of its own. */
  message(text: string): void {
    this.status('');
    this.#err.write(`${this.isLive && !this.#atLineStart ? '\n' : ''}${text}\n`);
    if (this.isLive) this.#atLineStart = true;
  }

  /** Shows, changes or (with an empty text) takes away the moving line. It never splits a line of results. */
  status(text: string): void {
    if (!this.hasStatus || text === this.#status) return;
    if (text !== '' && this.isLive && !this.#atLineStart) return;
    const line = truncate(text, Math.max(20, columnsOf(this.#err) - 1));
    this.#err.write(`\r\u001B[2K${this.errPalette.faint(line)}`);
    this.#status = text;
  }
}

function columnsOf({ columns = 0 }: TextStream): number {
  return columns > 0 ? columns : usual;
}

function paletteFor(env: TerminalOptions['env'], stream: TextStream): Palette {
  return wantsColour(env, stream.isTTY === true) ? colourPalette : plainPalette;
}
