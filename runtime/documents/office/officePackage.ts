// The parts of an Office Open XML file and how they refer to each other. Which part means what is left to each format.
import path from 'node:path';
import type { DocumentSource } from '../document.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { childrenOf, parseXml } from '../markup/xmlTree.ts';
import { ZipArchive } from '../archive/zipArchive.ts';

export interface Relationship {
  readonly id: string;
  /** The last word of the type, such as `slide` or `notesSlide`: the addresses before it differ between editions. */
  readonly type: string;
  /** Path of the part, or the address when it lies outside. */
  readonly target: string;
  readonly isExternal: boolean;
}

export class OfficePackage {
  readonly archive: ZipArchive;
  readonly #name: string;
  readonly #relationships = new Map<string, readonly Relationship[]>();

  /** @throws DocumentError `corrupt` */
  constructor({ name, bytes }: DocumentSource) {
    this.archive = new ZipArchive(bytes, name);
    this.#name = name;
  }

  /**
   * A part as a tree; null when it does not exist.
   * @throws DocumentError `corrupt` when it is not XML
   */
  part(partPath: string): XmlElement | null {
    const text = this.archive.readText(partPath);
    return text === null ? null : parseXml(text, `${this.#name}/${partPath}`);
  }

  /** What a part refers to. */
  relationships(partPath: string): readonly Relationship[] {
    const known = this.#relationships.get(partPath);
    if (known !== undefined) return known;
    const folder = path.posix.dirname(partPath);
    const file = path.posix.join(folder, '_rels', `${path.posix.basename(partPath)}.rels`);
    const root = this.part(file);
    const found =
      root === null
        ? []
        : childrenOf(root, 'Relationship').map((element) => toRelationship(element, folder));
    this.#relationships.set(partPath, found);
    return found;
  }

  /** The relationship of that id; null when there is none. */
  related(partPath: string, id: string | null): Relationship | null {
    return this.relationships(partPath).find((relationship) => relationship.id === id) ?? null;
  }

  /** Parts that a part refers to by a type such as `header`, in the order of the file. */
  relatedParts(partPath: string, type: string): string[] {
    return this.relationships(partPath)
      .filter((relationship) => relationship.type === type && !relationship.isExternal)
      .map(({ target }) => target);
  }

  /** The main part: the document, the presentation. */
  mainPart(): string | null {
    return this.relatedParts('', 'officeDocument')[0] ?? null;
  }

  /** How many parts lie in a folder, for example `word/media/`. */
  count(folder: string): number {
    return this.archive.members.filter(
      (member) => member.name.startsWith(folder) && !member.isFolder,
    ).length;
  }
}

function toRelationship({ attributes }: XmlElement, folder: string): Relationship {
  const target = attributes['Target'] ?? '';
  const isExternal = attributes['TargetMode'] === 'External';
  return {
    id: attributes['Id'] ?? '',
    type: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
    target: isExternal ? target : partPathOf(target, folder),
    isExternal,
  };
}

/** Targets are relative to the folder of the part, or begin at the root of the file. */
function partPathOf(target: string, folder: string): string {
  const joined = target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target);
  return path.posix.normalize(joined);
}
