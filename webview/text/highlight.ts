// Code as tokens with the few kinds that the theme colours. Gives no HTML: the page makes text nodes of the tokens.
import hljs from 'highlight.js/lib/core';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';

hljs.registerLanguage('python', python);
hljs.registerLanguage('json', json);

/** Class of the theme: keyword, string, number, comment, function (a tool of the agent); empty for plain text. */
export type TokenKind = 'k' | 's' | 'n' | 'c' | 'f' | '';

export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
}

export type CodeLanguage = 'python' | 'json' | 'text';

/** Beyond this, colours cost more than they tell. */
const mostCharacters = 100_000;

const kinds: Readonly<Record<string, TokenKind>> = {
  keyword: 'k',
  literal: 'k',
  string: 's',
  number: 'n',
  comment: 'c',
  attr: 'f',
};

/** Lines of tokens. `tools` are the names that the agent was given; calls of them are marked. */
export function highlightLines(
  code: string,
  language: CodeLanguage,
  tools: ReadonlySet<string> = new Set(),
): Token[][] {
  const plain = language === 'text' || code.length > mostCharacters;
  const tokens = plain ? [{ text: code, kind: '' as const }] : tokensOf(code, language);
  return linesOf(tokens.flatMap((token) => markTools(token, tools)));
}

function tokensOf(code: string, language: CodeLanguage): Token[] {
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  const open: TokenKind[] = [];
  const tokens: Token[] = [];
  for (const [, scope, closes, text] of value.matchAll(
    /<span class="hljs-([^"]*)">|(<\/span>)|([^<]+)/g,
  )) {
    if (scope !== undefined) open.push(kinds[scope.split(' ')[0] ?? ''] ?? open.at(-1) ?? '');
    else if (closes !== undefined) open.pop();
    else if (text !== undefined) append(tokens, unescape(text), open.at(-1) ?? '');
  }
  return tokens;
}

/** Neighbours of one kind are one token, for example the parts of an f-string. */
function append(tokens: Token[], text: string, kind: TokenKind): void {
  const last = tokens.at(-1);
  if (last?.kind === kind) tokens[tokens.length - 1] = { text: last.text + text, kind };
  else tokens.push({ text, kind });
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The library escapes these five and nothing else. */
function unescape(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}

/** A tool's name before a bracket, in text that has no kind of its own. */
function markTools(token: Token, tools: ReadonlySet<string>): Token[] {
  if (token.kind !== '' || tools.size === 0) return [token];
  const marked: Token[] = [];
  let from = 0;
  for (const { 0: name, index } of token.text.matchAll(/(?<![\w.])[A-Za-z_]\w*(?=\s*\()/g)) {
    if (!tools.has(name)) continue;
    if (index > from) marked.push({ text: token.text.slice(from, index), kind: '' });
    marked.push({ text: name, kind: 'f' });
    from = index + name.length;
  }
  if (from < token.text.length) marked.push({ text: token.text.slice(from), kind: '' });
  return marked;
}

function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { text, kind } of tokens) {
    const [first = '', ...rest] = text.split('\n');
    if (first !== '') lines.at(-1)?.push({ text: first, kind });
    for (const line of rest) lines.push(line === '' ? [] : [{ text: line, kind }]);
  }
  return lines;
}
