// A piece of a log as a person reads it: progress bars folded to how they looked last, without colour codes. The piece ends where a
// line or a redrawing of a bar ends, so that the next piece can begin there. Pure.

export interface FoldedPiece {
  readonly text: string;
  /** Bytes that the text was made of; what is behind them comes with the next piece. */
  readonly bytes: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Colours, cursor moves and titles: CSI and OSC sequences, and two-character escapes. */
const escapes =
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;

/** Other control characters but tab and line feed. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** @param isWhole nothing comes after the bytes for now, and they are fewer than were asked for */
export function foldedPiece(bytes: Uint8Array, isWhole: boolean): FoldedPiece {
  const end = lastEnd(bytes);
  // A line that is longer than a piece is cut: waiting for its end would mean to wait for ever.
  const taken = end === 0 && !isWhole ? bytes.length : end;
  const text = new TextDecoder().decode(bytes.subarray(0, taken));
  return { text: text.split('\n').map(foldedLine).join('\n'), bytes: taken };
}

/** From the start of the first line that begins in the bytes; all of them when none does. */
export function fromLineStart(bytes: Uint8Array): Uint8Array {
  const start = bytes.indexOf(newline) + 1;
  return bytes.subarray(start);
}

/** A bar redraws its line after each carriage return; what it drew last counts. */
export function foldedLine(line: string): string {
  const drawn = line.split('\r').filter((part) => part.trim() !== '');
  return (drawn.at(-1) ?? '').replace(escapes, '').replace(controls, '');
}

function lastEnd(bytes: Uint8Array): number {
  return Math.max(bytes.lastIndexOf(newline), bytes.lastIndexOf(carriageReturn)) + 1;
}
