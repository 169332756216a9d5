// Long text in one short line, cut between words where that is possible.

/** @param most characters, the ellipsis included */
export function shortText(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= most) return line;
  const head = characters.slice(0, most - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${(space > most / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
