// Converters whose work never waits are written as plain functions; this makes them fit the interface.
import type { Converter, DocumentSource, DocumentText } from './document.ts';

export interface SyncConverter {
  readonly format: string;
  readonly recognise: (source: DocumentSource) => number;
  /** @throws DocumentError for files that it cannot read */
  readonly convert: (source: DocumentSource) => DocumentText;
  /** @throws DocumentError `no-member` */
  readonly openMember?: (source: DocumentSource, member: string) => DocumentSource;
}

/** What the functions throw becomes the rejection of the promise. */
export function syncConverter(definition: SyncConverter): Converter {
  const { format, openMember } = definition;
  const converter: Converter = {
    format,
    recognise: (source) => definition.recognise(source),
    convert: (source) => new Promise((resolve) => resolve(definition.convert(source))),
  };
  if (openMember === undefined) return converter;
  return {
    ...converter,
    openMember: (source, member) => new Promise((resolve) => resolve(openMember(source, member))),
  };
}
