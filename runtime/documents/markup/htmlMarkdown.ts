// HTML as Markdown. The library gets the text and builds its own document from it, because on other document builders
// whole tables are lost. What a page only needs for its looks or its scripts is left out. Markdown's escapes are left out
// too: the text is read, not rendered, and `snake\_case` would only mislead.
import TurndownService from 'turndown';
import { addTableRules } from './htmlTable.ts';

/** The little that is used of the library's nodes. */
export interface HtmlNode {
  readonly nodeName: string;
  readonly parentNode: HtmlNode | null;
  readonly previousSibling: HtmlNode | null;
  getAttribute(name: string): string | null;
}

export function htmlToMarkdown(html: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  service.escape = (text) => text;
  service.remove(['script', 'style', 'noscript', 'template', 'head', 'title', 'iframe', 'object']);
  service.addRule('image', {
    filter: 'img',
    replacement: (_content: string, node: HtmlNode) => imageText(node),
  });
  service.addRule('link', {
    filter: 'a',
    replacement: (content: string, node: HtmlNode) => linkText(content, node),
  });
  service.addRule('deleted', {
    filter: ['del', 's'],
    replacement: (content: string) => (content === '' ? '' : `~~${content}~~`),
  });
  service.addRule('superscript', {
    filter: ['sup'],
    // A note's number stays as it is; an exponent must not melt into the number before it.
    replacement: (content: string) =>
      /^\s*(\[.*\])?\s*$/s.test(content) ? content : `^${content.trim()}`,
  });
  service.addRule('listItem', {
    filter: 'li',
    replacement: (content: string, node: HtmlNode) => `${listMarker(node)}${indent(content)}\n`,
  });
  addTableRules(service);
  return tidy(service.turndown(html));
}

/** The text of a page's title element; null when it has none. */
export function htmlTitle(html: string): string | null {
  const title = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(html)?.[1]?.trim();
  return title === undefined || title === '' ? null : htmlToMarkdown(title).replace(/\s+/g, ' ');
}

function imageText(node: HtmlNode): string {
  const alt = (node.getAttribute('alt') ?? '').trim();
  const source = (node.getAttribute('src') ?? '').trim();
  // A picture inside the text is thousands of characters that say nothing.
  const place = source.startsWith('data:') || source === '' ? '' : ` (${source})`;
  if (alt === '' && place === '') return '';
  return `[picture: ${alt === '' ? 'no description' : alt}${place}]`;
}

function linkText(content: string, node: HtmlNode): string {
  const target = (node.getAttribute('href') ?? '').trim();
  const text = content.trim().replace(/\s*\n\s*/g, ' ');
  if (text === '') return '';
  const isUseless = target === '' || target.startsWith('#') || /^javascript:/i.test(target);
  return isUseless || target === text ? content : `[${text}](${target})`;
}

function listMarker(node: HtmlNode): string {
  if (node.parentNode?.nodeName !== 'OL') return '- ';
  let number = Number.parseInt(node.parentNode.getAttribute('start') ?? '1', 10);
  for (let item = node.previousSibling; item !== null; item = item.previousSibling) {
    if (item.nodeName === 'LI') number += 1;
  }
  return `${number}. `;
}

/** Further lines of an item stand under its first one. */
function indent(content: string): string {
  return content
    .trim()
    .replace(/\n{2,}/g, '\n')
    .replace(/\n/g, '\n  ');
}

function tidy(markdown: string): string {
  return markdown
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
