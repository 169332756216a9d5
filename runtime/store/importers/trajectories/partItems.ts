// Trajectories out of the parts of a JSON file: one part makes one, or a problem with its place.
import type { ForeignItem, ForeignTrajectory } from './foreignFormat.ts';
import type { JsonPath, Splitting } from './jsonSplitter.ts';
import { pathText, readJsonFile } from './readJsonParts.ts';

export interface PartReading {
  /** Which containers are split; a part is what lies below them. */
  readonly opens: Splitting['opens'];
  /** The trajectory of a part, or why it makes none, as a sentence. */
  readonly make: (value: unknown, path: JsonPath) => ForeignTrajectory | string;
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
    const made = make(part.value, part.path);
    if (typeof made === 'string') yield { kind: 'problem', where, message: made };
    else yield { kind: 'trajectory', trajectory: made };
  }
}

/** Splits the list that is the whole file, and nothing else. */
export function opensTop(path: JsonPath): boolean {
  return path.length === 1;
}
