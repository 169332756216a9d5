// An Inspect log that is an archive: a member for the evaluation, and one for each sample, which are unpacked one after the other.
import type { ForeignItem } from './foreignFormat.ts';
import { InspectReading } from './inspectReading.ts';
import { InspectSample } from './inspectSample.ts';
import type { JsonPart, JsonPath } from './jsonSplitter.ts';
import { splitJson } from './readJsonParts.ts';
import { ZipMemberError, ZipMembers } from './zipMembers.ts';

/** A log that is still being written, or whose program died, has no header yet. */
const headers = ['header.json', '_journal/start.json'];
const sampleMember = /^samples\/.+_epoch_\d+\.json$/;
/** Newer versions can write a sample as several members. */
const piecesMember = /^samples\/(.+_epoch_\d+)\/sample\.json$/;

export async function* readInspectArchive(
  file: string,
  signal: AbortSignal,
): AsyncGenerator<ForeignItem> {
  const members = await ZipMembers.open(file);
  try {
    const reading = new InspectReading();
    const header = headers.find((name) => members.names.includes(name));
    if (header !== undefined) {
      yield* partsOf(members, header, {
        signal,
        take: ([key], value) => reading.takeHeader(String(key), value),
      });
    }
    for (const name of members.names) {
      signal.throwIfAborted();
      if (sampleMember.test(name)) yield* readSample(members, name, { signal, reading });
      else if (piecesMember.test(name)) yield { kind: 'problem', where: name, message: inPieces };
    }
    yield* reading.notes();
  } finally {
    members.close();
  }
}

const inPieces =
  'the sample is stored in several pieces, which is not read here; convert the log with "inspect log convert" first';

interface SampleReading {
  readonly signal: AbortSignal;
  readonly reading: InspectReading;
}

async function* readSample(
  members: ZipMembers,
  name: string,
  { signal, reading }: SampleReading,
): AsyncGenerator<ForeignItem> {
  const sample = new InspectSample();
  let problems = 0;
  const take = (path: JsonPath, value: unknown): void => {
    sample.take(path, value);
  };
  for await (const item of partsOf(members, name, { signal, take })) {
    if (item.kind === 'problem') problems += 1;
    yield item;
  }
  // What came before a damaged place is kept.
  if (!sample.isEmpty || problems === 0) yield* reading.finish(sample, name);
}

interface PartsReading {
  readonly signal: AbortSignal;
  readonly take: (path: JsonPath, value: unknown) => void;
}

function opens([, ...keys]: JsonPath): boolean {
  return keys.length === 0 || (keys.length === 1 && keys[0] === 'events');
}

/** Hands over what could be read, and yields what could not. */
async function* partsOf(
  members: ZipMembers,
  name: string,
  { signal, take }: PartsReading,
): AsyncGenerator<ForeignItem> {
  try {
    for await (const part of splitJson(members.read(name, signal), { opens }, signal)) {
      if (part.kind === 'problem') {
        yield { kind: 'problem', where: whereOf(name, part), message: part.message };
        continue;
      }
      for (const message of part.repairs)
        yield { kind: 'note', where: whereOf(name, part), message };
      take(part.path.slice(1), part.value);
    }
  } catch (error) {
    if (!(error instanceof ZipMemberError)) throw error;
    yield { kind: 'problem', where: name, message: error.message };
  }
}

function whereOf(name: string, { path: [, ...keys] }: JsonPart): string {
  return keys.length === 0 ? name : `${name}, ${keys.join('.')}`;
}
