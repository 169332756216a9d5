// The text of RTF as Markdown: paragraphs, tables, notes, headers and footers, in the code pages and Unicode escapes that
// the file uses. Hidden text is given and named; formulas, pictures and looks are left out.
import iconv from 'iconv-lite';
import { markdownTable } from '../markdownTable.ts';
import { rtfTokens } from './rtfTokens.ts';
import type { RtfToken } from './rtfTokens.ts';
import { characters, charsetPages, skippedDestinations } from './rtfVocabulary.ts';

export interface RtfText {
  readonly text: string;
  readonly pictures: number;
  readonly hasHiddenText: boolean;
}

/** State that a group inherits and gives back at its end. */
interface Group {
  /** What the text of the group is for. */
  destination: 'body' | 'skip' | 'note' | 'header' | 'fontTable' | 'fieldCode';
  font: number | null;
  codePage: string;
  /** Bytes that stand in for a Unicode character and are to be skipped. */
  fallbackBytes: number;
  hidden: boolean;
  deleted: boolean;
}

export function rtfText(bytes: Uint8Array): RtfText {
  return new RtfReader().read(bytes);
}

class RtfReader {
  readonly #groups: Group[] = [];
  #group: Group = {
    destination: 'body',
    font: null,
    codePage: 'cp1252',
    fallbackBytes: 1,
    hidden: false,
    deleted: false,
  };
  /** Bytes that wait for their neighbours, since characters of Asian code pages take two. */
  #bytes: number[] = [];
  #toSkip = 0;
  #isOptional = false;
  readonly #fontPages = new Map<number, string>();
  #defaultPage = 'cp1252';
  readonly #body: string[] = [];
  readonly #notes: string[] = [];
  readonly #headers: string[] = [];
  #paragraph = '';
  #note = '';
  #header = '';
  #cells: string[] = [];
  #rows: string[][] = [];
  #inTable = false;
  #pictures = 0;
  #hasHiddenText = false;

  read(bytes: Uint8Array): RtfText {
    for (const token of rtfTokens(bytes)) this.#take(token);
    this.#endParagraph();
    this.#endTable();
    const notes = this.#notes.map((note, index) => `[${index + 1}] ${note}`).join('\n');
    const headers = [...new Set(this.#headers)].join('\n');
    const sections = [
      this.#body.join('\n\n'),
      notes === '' ? '' : `Notes:\n${notes}`,
      headers === '' ? '' : `Headers and footers:\n${headers}`,
    ];
    const text = sections.filter((section) => section.trim() !== '').join('\n\n');
    return { text, pictures: this.#pictures, hasHiddenText: this.#hasHiddenText };
  }

  #take(token: RtfToken): void {
    if (token.kind === 'byte') {
      if (this.#toSkip > 0) this.#toSkip -= 1;
      else this.#bytes.push(token.byte);
      return;
    }
    this.#flushBytes();
    if (token.kind === 'open') this.#groups.push({ ...this.#group });
    else if (token.kind === 'close') this.#closeGroup();
    else if (token.kind === 'optional') this.#isOptional = true;
    else if (token.kind === 'text') this.#write(token.text);
    else this.#word(token.word, token.value);
  }

  #closeGroup(): void {
    const ended = this.#group;
    this.#group = this.#groups.pop() ?? ended;
    this.#toSkip = 0;
    if (ended.destination === 'note' && this.#group.destination !== 'note') {
      this.#notes.push(this.#note.trim());
      this.#note = '';
    }
    if (
      ended.destination === 'header' &&
      this.#group.destination !== 'header' &&
      this.#header.trim() !== ''
    ) {
      this.#headers.push(this.#header.trim());
      this.#header = '';
    }
  }

  #word(word: string, value: number | null): void {
    const wasOptional = this.#isOptional;
    this.#isOptional = false;
    if (this.#changeDestination(word, wasOptional) || this.#changeFormat(word, value)) return;
    const character = characters[word];
    if (word === 'u') this.#unicode(value ?? 0);
    else if (character !== undefined) this.#write(character);
    else if (this.#group.destination === 'body') this.#structure(word);
    else if (word === 'par') this.#write(' ');
  }

  #changeDestination(word: string, wasOptional: boolean): boolean {
    const group = this.#group;
    if (group.destination === 'skip') return false;
    if (word === 'pict') this.#pictures += 1;
    if (word === 'fonttbl') group.destination = 'fontTable';
    else if (word === 'footnote') {
      this.#write(`[${this.#notes.length + 1}]`);
      group.destination = 'note';
    } else if (/^(header|footer)[lrf]?$/.test(word)) group.destination = 'header';
    else if (word === 'fldinst') group.destination = 'fieldCode';
    else if (word === 'pict' || skippedDestinations.has(word)) group.destination = 'skip';
    else if (wasOptional && !['shppict', 'htmltag', 'shpinst', 'shptxt'].includes(word))
      group.destination = 'skip';
    else return false;
    return true;
  }

  #changeFormat(word: string, value: number | null): boolean {
    const group = this.#group;
    if (word === 'ansicpg') this.#defaultPage = group.codePage = `cp${value ?? 1252}`;
    else if (word === 'f' || word === 'deff') this.#changeFont(value ?? 0);
    else if (word === 'fcharset') this.#setFontPage(value ?? 0);
    else if (word === 'uc') group.fallbackBytes = value ?? 1;
    else if (word === 'v') group.hidden = value !== 0;
    else if (word === 'deleted') group.deleted = value !== 0;
    else if (word === 'plain') group.hidden = group.deleted = false;
    else return false;
    return true;
  }

  #changeFont(font: number): void {
    this.#group.font = font;
    if (this.#group.destination !== 'fontTable') {
      this.#group.codePage = this.#fontPages.get(font) ?? this.#defaultPage;
    }
  }

  #setFontPage(charset: number): void {
    const page = charsetPages[charset];
    // Charset 0 says no more than "western", which the file's own code page says better.
    if (this.#group.font !== null && page !== undefined && charset !== 0) {
      this.#fontPages.set(this.#group.font, page);
    }
  }

  #unicode(value: number): void {
    this.#write(String.fromCharCode(value < 0 ? value + 0x10000 : value));
    this.#toSkip = this.#group.fallbackBytes;
  }

  #structure(word: string): void {
    if (word === 'trowd') this.#inTable = true;
    else if (word === 'cell' || word === 'nestcell') {
      this.#cells.push(this.#paragraph.trim());
      this.#paragraph = '';
    } else if (word === 'row' || word === 'nestrow') {
      this.#rows.push(this.#cells);
      this.#cells = [];
    } else if (word === 'pard') this.#inTable = false;
    else if (word === 'intbl') this.#inTable = true;
    else if (word === 'par') {
      if (this.#inTable) this.#paragraph += '\n';
      else this.#endParagraph();
    }
  }

  #endParagraph(): void {
    if (this.#paragraph.trim() === '') {
      this.#paragraph = '';
      return;
    }
    this.#endTable();
    this.#body.push(this.#paragraph.trim());
    this.#paragraph = '';
  }

  #endTable(): void {
    if (this.#rows.length === 0) return;
    this.#body.push(markdownTable(this.#rows));
    this.#rows = [];
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    const page = iconv.encodingExists(this.#group.codePage) ? this.#group.codePage : 'cp1252';
    const text = iconv.decode(Buffer.from(this.#bytes), page);
    this.#bytes = [];
    this.#write(text);
  }

  #write(text: string): void {
    const { destination, deleted, hidden } = this.#group;
    if (
      destination === 'skip' ||
      destination === 'fontTable' ||
      destination === 'fieldCode' ||
      deleted
    )
      return;
    if (destination === 'note') this.#note += text;
    else if (destination === 'header') this.#header += text;
    else {
      if (hidden && text.trim() !== '') this.#hasHiddenText = true;
      if (this.#rows.length > 0 && !this.#inTable && this.#cells.length === 0) this.#endTable();
      this.#paragraph += text;
    }
  }
}
