// An Inspect log that is one JSON document: what it says of the evaluation comes before its samples, each of which is read alone.
import type { ForeignItem } from './foreignFormat.ts';
import { InspectReading } from './inspectReading.ts';
import { InspectSample } from './inspectSample.ts';
import type { JsonPath } from './jsonSplitter.ts';
import { pathText, readJsonFile } from './readJsonParts.ts';

function opens([, ...keys]: JsonPath): boolean {
  const [first, , field] = keys;
  if (keys.length <= 1) return first === undefined || first === 'samples';
  return first === 'samples' && (keys.length === 2 || (keys.length === 3 && field === 'events'));
}

export async function* readInspectDocument(
  file: string,
  signal: AbortSignal,
): AsyncGenerator<ForeignItem> {
  const reading = new InspectReading();
  let open: { readonly place: string; readonly sample: InspectSample } | null = null;
  for await (const part of readJsonFile(file, { opens }, signal)) {
    const where = pathText(part.path);
    const place = sampleOf(part.path);
    if (open !== null && place !== open.place) {
      yield* reading.finish(open.sample, open.place);
      open = null;
    }
    if (part.kind === 'problem') {
      yield { kind: 'problem', where, message: part.message };
      continue;
    }
    for (const message of part.repairs) yield { kind: 'note', where, message };
    if (place === null) reading.takeHeader(String(part.path[1]), part.value);
    else {
      open ??= { place, sample: new InspectSample() };
      open.sample.take(part.path.slice(3), part.value);
    }
  }
  if (open !== null) yield* reading.finish(open.sample, open.place);
  yield* reading.notes();
}

/** `samples.3`, for a part of a sample. */
function sampleOf(path: JsonPath): string | null {
  return path[1] === 'samples' && path.length > 3 ? pathText(path.slice(0, 3)) : null;
}
