// Trajectories in ATIF, the Agent Trajectory Interchange Format of Harbor (RFC 0001, versions 1.0 to 1.8): one document, a list of
// them, or one a line. Agents that were called by another stand in the document of that one, or in files of their own.
import { AtifDocument } from './atifDocument.ts';
import { atifTrajectory } from './atifTrajectory.ts';
import type { ForeignFormat, ForeignItem } from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';
import type { JsonPath } from './jsonSplitter.ts';
import { pathText, readJsonFile } from './readJsonParts.ts';

export const atifFormat: ForeignFormat = {
  id: 'atif',
  title: 'ATIF trajectory',
  patterns: ['trajectory.json', '*.json', '*.jsonl'],
  detect(_file, head) {
    const paths = headPaths(head);
    const isOne = ['', '[].'].some((top) =>
      ['schema_version', 'agent.name'].every((key) => paths.has(`${top}${key}`)),
    );
    return isOne && version.test(Buffer.from(head).toString('latin1'));
  },
  read: readDocuments,
};

const version = /"schema_version"\s*:\s*"ATIF-v/;

/** A document and its list of steps, also within a list of documents. */
function opens(path: JsonPath): boolean {
  const keys = keysOf(path);
  return keys.length === 0 || (keys.length === 1 && keys[0] === 'steps');
}

/** The place within its document. */
function keysOf([, ...keys]: JsonPath): JsonPath {
  return typeof keys[0] === 'number' ? keys.slice(1) : keys;
}

async function* readDocuments(file: string, signal: AbortSignal): AsyncGenerator<ForeignItem> {
  let open: { readonly place: string; readonly document: AtifDocument } | null = null;
  for await (const part of readJsonFile(file, { opens }, signal)) {
    const keys = keysOf(part.path);
    const where = pathText(part.path);
    const place = pathText(part.path.slice(0, part.path.length - keys.length));
    if (open !== null && open.place !== place) {
      yield* itemsOf(open.document, open.place);
      open = null;
    }
    if (part.kind === 'problem') {
      yield { kind: 'problem', where, message: part.message };
      continue;
    }
    for (const message of part.repairs) yield { kind: 'note', where, message };
    open ??= { place, document: new AtifDocument() };
    const problem = open.document.take(keys, part.value);
    if (problem !== null) yield { kind: 'problem', where, message: problem };
  }
  if (open !== null) yield* itemsOf(open.document, open.place);
}

/** The trajectory of the document, and those of the agents that it called. */
function* itemsOf(document: AtifDocument, where: string): Generator<ForeignItem> {
  if (document.isTrajectory) yield { kind: 'trajectory', trajectory: atifTrajectory(document) };
  else yield { kind: 'problem', where, message: 'it has no steps, so it is no trajectory' };
  for (const [at, embedded] of document.embedded().entries()) {
    yield* itemsOf(embedded, `${where}, subagent_trajectories.${at}`);
  }
}
