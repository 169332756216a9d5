// Logs of Inspect (UKGovernmentBEIS/inspect_ai): `.eval`, an archive with one member a sample, and `.json`, all in one document.
import { open } from 'node:fs/promises';
import { readAt } from '../../lineBlocks.ts';
import { readFailure } from '../../storeErrors.ts';
import type { ForeignFormat, ForeignItem } from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';

export const inspectFormat: ForeignFormat = {
  id: 'inspect',
  title: 'Inspect log',
  patterns: ['*.eval', '*.json'],
  detect(_file, head) {
    if (isArchive(head)) return ownMember.test(firstMember(head));
    const paths = headPaths(head);
    return ['version', 'status', 'eval.task', 'eval.model'].every((path) => paths.has(path));
  },
  read: readInspect,
};

async function* readInspect(file: string, signal: AbortSignal): AsyncGenerator<ForeignItem> {
  if (isArchive(await headOf(file))) {
    // Loaded when it is needed, because what unpacks archives is large.
    const { readInspectArchive } = await import('./inspectArchive.ts');
    yield* readInspectArchive(file, signal);
  } else {
    const { readInspectDocument } = await import('./inspectDocument.ts');
    yield* readInspectDocument(file, signal);
  }
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file).catch((error: unknown) => {
    throw readFailure(file, error);
  });
  try {
    return await readAt(handle, 0, archiveMark.length);
  } catch (error) {
    throw readFailure(file, error);
  } finally {
    await handle.close();
  }
}

const archiveMark = 'PK\u0003\u0004';
/** The journal is written first; a log that was written anew begins with a sample or the header. */
const ownMember = /^(?:_journal\/|samples\/|header\.json$)/;
const [nameLengthAt, nameAt] = [26, 30];

function isArchive(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, archiveMark.length)).toString('latin1') === archiveMark;
}

function firstMember(head: Uint8Array): string {
  const bytes = Buffer.from(head);
  if (bytes.length < nameAt) return '';
  return bytes.toString('utf8', nameAt, nameAt + bytes.readUInt16LE(nameLengthAt));
}
