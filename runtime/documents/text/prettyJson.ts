// JSON with line breaks and indents, made from the text itself: numbers keep all their digits and repeated keys stay, both
// of which a parser would drop.

/** Indents valid JSON by one space a level. Arrays and objects without inner ones stay on one line when they are short. */
export function prettyJson(text: string): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let out = '';
  let depth = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    if (token === '{' || token === '[') {
      const flat = flatGroup(tokens, index);
      if (flat !== null) {
        out += flat.text;
        index = flat.end;
        continue;
      }
      depth += 1;
      out += `${token}\n${' '.repeat(depth)}`;
    } else if (token === '}' || token === ']') {
      depth -= 1;
      out += `\n${' '.repeat(depth)}${token}`;
    } else if (token === ',') out += `,\n${' '.repeat(depth)}`;
    else out += token === ':' ? ': ' : token;
  }
  return out;
}

const maxFlatCharacters = 100;

/** A group that holds no other group and fits into a line. */
function flatGroup(tokens: readonly string[], start: number): { text: string; end: number } | null {
  let text = tokens[start] ?? '';
  for (
    let index = start + 1;
    index < tokens.length && text.length <= maxFlatCharacters;
    index += 1
  ) {
    const token = tokens[index] ?? '';
    if (token === '{' || token === '[') return null;
    if (token === '}' || token === ']') return { text: text + token, end: index };
    text += token === ',' ? ', ' : token === ':' ? ': ' : token;
  }
  return null;
}
