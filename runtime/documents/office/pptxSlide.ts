// One slide as Markdown: its title, then every shape in the order of the file, groups opened; tables, charts, diagrams and
// named pictures included.
import { markdownTable } from '../markdownTable.ts';
import { altText, graphicTexts, holds } from './officeDrawing.ts';
import type { SlidePart } from './pptxParagraphs.ts';
import { paragraphLines } from './pptxParagraphs.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, childrenOf, descendantsOf, pathOf } from '../markup/xmlTree.ts';

export interface SlideText {
  /** Empty when the slide has none. */
  readonly title: string;
  readonly blocks: readonly string[];
  readonly pictures: number;
  /** Sounds, films and embedded files. */
  readonly media: number;
}

export function slideText(root: XmlElement, part: SlidePart): SlideText {
  const reader = new SlideReader(part);
  const tree = pathOf(root, 'cSld', 'spTree');
  if (tree !== null) reader.readShapes(tree);
  return reader.result();
}

/** What the presenter's notes of a notes slide say. */
export function notesText(root: XmlElement, part: SlidePart): string {
  return descendantsOf(root, 'sp')
    .filter((shape) => placeholderType(shape) === 'body')
    .flatMap((shape) => linesOf(shape, part, false))
    .join('\n');
}

const titleTypes: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
/** Filled in by the program on every slide. */
const automaticTypes: ReadonlySet<string> = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

class SlideReader {
  readonly #part: SlidePart;
  #title = '';
  readonly #blocks: string[] = [];
  #pictures = 0;
  #media = 0;

  constructor(part: SlidePart) {
    this.#part = part;
  }

  result(): SlideText {
    return {
      title: this.#title,
      blocks: this.#blocks,
      pictures: this.#pictures,
      media: this.#media,
    };
  }

  readShapes(tree: XmlElement): void {
    for (const shape of childrenOf(tree)) {
      if (shape.name === 'sp') this.#readShape(shape);
      else if (shape.name === 'grpSp') this.readShapes(shape);
      else if (shape.name === 'graphicFrame') this.#readFrame(shape);
      else if (shape.name === 'pic') this.#readPicture(shape);
    }
  }

  #readShape(shape: XmlElement): void {
    const type = placeholderType(shape);
    if (type !== null && automaticTypes.has(type)) return;
    const isTitle = type !== null && titleTypes.has(type);
    const isBody = type !== null && !isTitle && type !== 'subTitle';
    const lines = linesOf(shape, this.#part, isBody);
    if (lines.length === 0) return;
    if (isTitle && this.#title === '') this.#title = lines.join(' ').replace(/\s+/g, ' ');
    else this.#blocks.push(lines.join('\n'));
  }

  #readFrame(frame: XmlElement): void {
    const table = descendantsOf(frame, 'tbl')[0];
    if (table !== undefined) this.#blocks.push(tableText(table, this.#part));
    this.#blocks.push(...graphicTexts(this.#part.office, this.#part.partPath, frame));
    if (holds(frame, 'oleObj')) this.#media += 1;
  }

  #readPicture(picture: XmlElement): void {
    const properties = pathOf(picture, 'nvPicPr', 'cNvPr');
    if (holds(picture, 'videoFile') || holds(picture, 'audioFile')) this.#media += 1;
    this.#pictures += 1;
    const text = altText(properties);
    this.#blocks.push(`[picture${text === '' ? '' : `: ${text}`}]`);
  }
}

function placeholderType(shape: XmlElement): string | null {
  const placeholder = pathOf(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder === null ? null : (placeholder.attributes['type'] ?? 'obj');
}

function linesOf(shape: XmlElement, part: SlidePart, bulleted: boolean): string[] {
  const body = childOf(shape, 'txBody');
  return body === null ? [] : paragraphLines(body, part, bulleted);
}

/** A cell that goes on below repeats its value, so that each row can be read alone. */
function tableText(table: XmlElement, part: SlidePart): string {
  const rows: string[][] = [];
  for (const row of childrenOf(table, 'tr')) {
    const above = rows.at(-1) ?? [];
    rows.push(
      childrenOf(row, 'tc').map((cell, column) => {
        if (isSet(cell, 'vMerge')) return above[column] ?? '';
        const body = childOf(cell, 'txBody');
        return body === null || isSet(cell, 'hMerge')
          ? ''
          : paragraphLines(body, part, false).join('\n');
      }),
    );
  }
  return markdownTable(rows);
}

function isSet(cell: XmlElement, name: string): boolean {
  const value = attributeOf(cell, name);
  return value === '1' || value === 'true';
}
