// The numbers that Word writes before paragraphs: they stand nowhere in the text and are counted here, because contracts
// and standards refer to them ("see 3.2").
import type { ListPlace } from './docxStyles.ts';
import { letterNumber, romanNumber } from '../romanNumber.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, childrenOf } from '../markup/xmlTree.ts';

interface Level {
  readonly format: string;
  /** Such as `%1.%2`, where %1 is the number of the first level. */
  readonly pattern: string;
  readonly start: number;
}

interface ListDefinition {
  /** Lists of one abstract definition count on together. */
  readonly counterKey: string;
  readonly levels: ReadonlyMap<number, Level>;
}

export class DocxNumbering {
  readonly #lists = new Map<string, ListDefinition>();
  readonly #counters = new Map<string, number[]>();

  constructor(root: XmlElement | null) {
    if (root === null) return;
    const abstracts = new Map(
      childrenOf(root, 'abstractNum').map((element) => [
        attributeOf(element, 'abstractNumId') ?? '',
        readLevels(element),
      ]),
    );
    for (const list of childrenOf(root, 'num')) {
      const id = attributeOf(list, 'numId') ?? '';
      const reference = childOf(list, 'abstractNumId');
      const abstractId = reference === null ? '' : (attributeOf(reference, 'val') ?? '');
      const overrides = readOverrides(list);
      const levels = new Map([...(abstracts.get(abstractId) ?? []), ...overrides]);
      this.#lists.set(id, { counterKey: overrides.size > 0 ? `list ${id}` : abstractId, levels });
    }
  }

  /** The mark before the next paragraph of a list: `- `, `3.2 `; empty when the list is unknown. */
  next(place: ListPlace): string {
    const definition = this.#lists.get(place.list);
    const level = definition?.levels.get(place.level);
    if (definition === undefined || level === undefined) return '- ';
    const counters = this.#counters.get(definition.counterKey) ?? [];
    this.#counters.set(definition.counterKey, counters);
    counters[place.level] = (counters[place.level] ?? level.start - 1) + 1;
    counters.length = place.level + 1;
    if (level.format === 'bullet') return '- ';
    if (level.format === 'none') return '';
    const text = level.pattern.replace(/%([1-9])/g, (_whole, digit: string) => {
      const index = Number(digit) - 1;
      const above = definition.levels.get(index);
      return formatNumber(counters[index] ?? above?.start ?? 1, above?.format ?? 'decimal');
    });
    return text === '' ? '' : `${text} `;
  }
}

function readLevels(element: XmlElement): Map<number, Level> {
  return new Map(
    childrenOf(element, 'lvl').map((level) => [
      Number(attributeOf(level, 'ilvl') ?? '0'),
      readLevel(level),
    ]),
  );
}

function readLevel(element: XmlElement): Level {
  const value = (name: string): string | null => {
    const child = childOf(element, name);
    return child === null ? null : attributeOf(child, 'val');
  };
  return {
    format: value('numFmt') ?? 'decimal',
    pattern: value('lvlText') ?? '',
    start: Number(value('start') ?? '1'),
  };
}

/** A list may replace whole levels of its abstract definition. */
function readOverrides(list: XmlElement): Map<number, Level> {
  const levels = new Map<number, Level>();
  for (const override of childrenOf(list, 'lvlOverride')) {
    const level = childOf(override, 'lvl');
    if (level !== null) levels.set(Number(attributeOf(override, 'ilvl') ?? '0'), readLevel(level));
  }
  return levels;
}

function formatNumber(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letterNumber(value).toLowerCase();
    case 'upperLetter':
      return letterNumber(value);
    case 'lowerRoman':
      return romanNumber(value).toLowerCase();
    case 'upperRoman':
      return romanNumber(value);
    case 'decimalZero':
      return String(value).padStart(2, '0');
    default:
      return String(value);
  }
}
