// Text from models, tools and files may hold control characters that would move the cursor, change the title or hide
// text. They are made visible here before anything reaches a terminal.

// Everything but tab and line feed: C0, DEL, C1, and the characters that reorder or hide text.
const unsafe =
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** Replaces unsafe characters; a carriage return before a line feed is dropped, tabs become spaces. */
export function sanitise(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').replace(unsafe, visible);
}

function visible(character: string): string {
  const code = character.charCodeAt(0);
  // The Unicode pictures of the C0 control characters, such as ␛.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
