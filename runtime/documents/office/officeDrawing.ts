// Pictures, charts and diagrams inside documents and slides, as text.
import { chartText } from './officeChart.ts';
import type { OfficePackage } from './officePackage.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { childrenOf, descendantsOf, relationOf, textOf } from '../markup/xmlTree.ts';

/** The description that the author gave an object, else its title; empty when there is none. */
export function altText(properties: XmlElement | null): string {
  const { descr = '', title = '' } = properties?.attributes ?? {};
  return (descr.trim() === '' ? title : descr).replace(/\s+/g, ' ').trim();
}

/** The charts and diagrams below an element, each as Markdown. */
export function graphicTexts(
  office: OfficePackage,
  partPath: string,
  element: XmlElement,
): string[] {
  const texts: string[] = [];
  for (const chart of descendantsOf(element, 'chart')) {
    const target = office.related(partPath, relationOf(chart))?.target;
    const text = target === undefined ? null : chartText(office, target);
    if (text !== null) texts.push(text);
  }
  for (const ids of descendantsOf(element, 'relIds')) {
    const target = office.related(partPath, relationOf(ids, 'dm'))?.target;
    const text = target === undefined ? null : diagramText(office, target);
    if (text !== null) texts.push(text);
  }
  return texts;
}

/** The texts of a SmartArt diagram, one point a line in the order of its data, indented by how deep each stands. */
function diagramText(office: OfficePackage, partPath: string): string | null {
  const root = office.part(partPath);
  if (root === null) return null;
  const parents = new Map<string, string>();
  for (const connection of descendantsOf(root, 'cxn')) {
    const { type = 'parOf', srcId = '', destId = '' } = connection.attributes;
    if (type === 'parOf') parents.set(destId, srcId);
  }
  const lines = descendantsOf(root, 'pt').flatMap((point) => {
    const text = pointText(point);
    const { type = 'node', modelId = '' } = point.attributes;
    return text === '' || (type !== 'node' && type !== 'asst')
      ? []
      : [`${'  '.repeat(depthOf(modelId, parents))}- ${text}`];
  });
  return lines.length === 0 ? null : `[diagram]\n${lines.join('\n')}`;
}

function pointText(point: XmlElement): string {
  return descendantsOf(point, 'p')
    .map((paragraph) => descendantsOf(paragraph, 't').map(textOf).join(''))
    .join(' ')
    .trim();
}

/** Steps from the first level of the diagram, whose parent is the diagram itself. */
function depthOf(id: string, parents: ReadonlyMap<string, string>): number {
  let depth = -1;
  const seen = new Set<string>();
  for (
    let current: string | undefined = id;
    current !== undefined && !seen.has(current);
    current = parents.get(current)
  ) {
    seen.add(current);
    depth += 1;
  }
  return Math.max(0, depth - 1);
}

/** Names of the child elements, to tell what a graphic frame holds. */
export function holds(element: XmlElement, name: string): boolean {
  return childrenOf(element).some((child) => child.name === name || holds(child, name));
}
