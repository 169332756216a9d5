// The little that is read of pages made for people: elements of a class, and their text.
import { DomUtils, parseDocument } from 'htmlparser2';

export type HtmlElement = ReturnType<typeof DomUtils.findAll>[number];
export type HtmlNodes = ReturnType<typeof parseDocument>['children'];

export function readHtml(html: string): HtmlNodes {
  return parseDocument(html).children;
}

/** Elements that have a class, those inside others too. */
export function withClass(wanted: string | RegExp, nodes: HtmlNodes): HtmlElement[] {
  const isWanted = (name: string) =>
    typeof wanted === 'string' ? name === wanted : wanted.test(name);
  return DomUtils.findAll(({ attribs }) => classes(attribs['class']).some(isWanted), nodes);
}

const classes = (value: string | undefined): readonly string[] => (value ?? '').split(/\s+/);

/** On one line. */
export function textOf(nodes: HtmlNodes): string {
  return DomUtils.textContent(nodes).replace(/\s+/g, ' ').trim();
}

/** Longer than any snippet; whoever made the page may have written it. */
const maxSnippet = 5_000;

/** Short pieces of HTML that services put into their answers: `<strong>` around what was searched, and entities. */
export function plainText(html: string): string {
  return textOf(readHtml(html.slice(0, maxSnippet)));
}
