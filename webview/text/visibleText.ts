// Model text and program output are not trusted. What would move the cursor, colour a terminal, turn the reading direction
// or hide text becomes visible or goes; what a person can read stays as it is. Rendering it as text is the page's part.

/** Escape sequences of terminals: colours and moves (CSI), titles and links (OSC), and the short ones. */
const escapes =
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][\s\S]*?(?:\u0007|\u001b\\|$)|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]/g;

/**
 * Control characters but tab and line feed; marks that turn the direction; characters without width that are no part of an
 * emoji or of a script; tag characters.
 */
const hidden =
  // eslint-disable-next-line no-control-regex -- they are what this looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(escapes, '')
    .replace(hidden, (character) => picture(character.codePointAt(0) ?? 0));
}

/** For one line: a tooltip, a cell. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim();
}

function picture(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
