// SVG drawings: the words in them first, then the source, in which an agent can read shapes and colours.
import { XMLParser } from 'fast-xml-parser';
import type { Converter, DocumentSource, DocumentText } from '../document.ts';
import { extensionOf } from '../extension.ts';

/** Characters of source that are shown; paths of numbers say little. */
const maxSource = 20_000;

export const svgConverter: Converter = {
  format: 'svg',
  recognise: ({ name, bytes }) => {
    const head = Buffer.from(bytes.subarray(0, 2048)).toString('utf8');
    if (/^\s*(<\?xml|<!--|<!DOCTYPE svg|<svg[\s>])/.test(head) && /<svg[\s>]/.test(head))
      return 0.95;
    return extensionOf(name) === 'svg' && head.trimStart().startsWith('<') ? 0.7 : 0;
  },
  convert: (source) => Promise.resolve(convertSvg(source)),
};

function convertSvg({ bytes }: DocumentSource): DocumentText {
  const source = new TextDecoder().decode(bytes);
  const words = wordsOf(source);
  const shown = source.slice(0, maxSource);
  const left = source.length - shown.length;
  return {
    format: 'svg',
    text: ['Drawing: SVG', ...words.lines, '', 'Source:', '```svg', shown.trim(), '```'].join('\n'),
    lost: [
      ...words.lost,
      ...(left > 0 ? [`The last ${left} characters of the source are left out.`] : []),
    ],
  };
}

function wordsOf(source: string): { readonly lines: string[]; readonly lost: string[] } {
  try {
    const words = textElements(source);
    if (words.length === 0) return { lines: [], lost: [] };
    return { lines: ['', 'Text in the drawing:', ...words.map((word) => `- ${word}`)], lost: [] };
  } catch {
    return { lines: [], lost: ['The drawing is damaged; its words stand in the source only.'] };
  }
}

/** Contents of text, title and description elements, in the order of the file. */
function textElements(source: string): string[] {
  const parser = new XMLParser({ preserveOrder: true, trimValues: true });
  const words: string[] = [];
  const visit = (nodes: unknown, inText: boolean): void => {
    if (!Array.isArray(nodes)) return;
    for (const node of nodes as Record<string, unknown>[]) {
      for (const [tag, children] of Object.entries(node)) {
        const isText = inText || ['text', 'title', 'desc'].includes(tag.replace(/^.*:/, ''));
        if (tag !== '#text') visit(children, isText);
        else if (inText) words.push(String(children).trim());
      }
    }
  };
  visit(parser.parse(source), false);
  return words.filter((word) => word !== '');
}
