// Trajectories out of the parts of a JSON file, each with its place.
import type { ForeignItem } from './foreignFormat.ts';
import type { JsonPath, Splitting } from './jsonSplitter.ts';
import { pathText, readJsonFile } from './readJsonParts.ts';

export interface PartReading {
  /** Which containers are split; a part is what lies below them. */
  readonly opens: Splitting['opens'];
  /** What a part makes: trajectories, and what is to be told of it. `where` is its place in words. */
  readonly make: (value: unknown, where: string) => Iterable<ForeignItem>;
}

/** A list at the top, or a document a line: what holds many trajectories usually is one of the two. */
export async function* partItems(
  file: string,
  { opens, make }: PartReading,
  signal: AbortSignal,
): AsyncGenerator<ForeignItem> {
  for await (const part of readJsonFile(file, { opens }, signal)) {
    const where = pathText(part.path);
    if (part.kind === 'problem') {
      yield { kind: 'problem', where, message: part.message };
      continue;
    }
    for (const message of part.repairs) yield { kind: 'note', where, message };
    yield* make(part.value, where);
  }
}

/** Takes every document of the file as one part. */
export function opensNothing(): boolean {
  return false;
}

/** Splits the list that is the whole file, and nothing else. */
export function opensTop(path: JsonPath): boolean {
  return path.length === 1;
}
