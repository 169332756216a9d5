// Puts text that is not ours into Markdown so that it stays text: fences longer than any inside, no HTML, no links.

/** A fenced block that the text cannot end. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}\n`;
}

/** Prose with everything escaped that Markdown or HTML would take for a mark. Line breaks stay. */
export function prose(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
    .replace(
      /^(\s*)([-+]|\d+[.)])(?=\s)/gm,
      (_, space: string, mark: string) => space.slice(0, 3) + mark.replace(/[-+.)]$/, '\\$&'),
    )
    .replace(/^(={3,}|-{3,})\s*$/gm, '\\$1')
    .replace(/^ {4,}/gm, '   ')
    .replace(/:\/\//g, ':\u200B//');
}

/** One line, for headings and lists. */
export function proseLine(text: string): string {
  return prose(text.replace(/\s+/g, ' ').trim());
}
