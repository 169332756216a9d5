// The traces of an OTLP file, one after the other. Spans of one trace may lie anywhere in it, because a program writes a span when
// it has ended; so the file is read twice: once to count the spans of each trace, and once to put a trace together and hand it over
// as soon as its last span was seen. Only traces that are open at the same place lie in memory.
import type { ForeignItem } from './foreignFormat.ts';
import type { JsonPath } from './jsonSplitter.ts';
import { otlpAttributes, otlpSpan, type OtlpSpan } from './otlpSpan.ts';
import { pathText, readJsonFile } from './readJsonParts.ts';

export interface OtelTrace {
  readonly kind: 'trace';
  readonly spans: readonly OtlpSpan[];
  /** Of the program that wrote the first of them. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** The newer name of the second list came with OTLP 0.15. */
const lists = ['resourceSpans', 'scopeSpans', 'instrumentationLibrarySpans', 'spans'];

/** Every list and its elements, down to the spans. */
function opens([, ...keys]: JsonPath): boolean {
  const last = keys.at(-1);
  if (last === undefined) return true;
  const isList = typeof last === 'string' && lists.includes(last);
  return (
    isList ||
    (typeof last === 'number' && keys.at(-2) !== 'spans' && lists.includes(String(keys.at(-2))))
  );
}

function isSpan(path: JsonPath): boolean {
  return typeof path.at(-1) === 'number' && path.at(-2) === 'spans';
}

export async function* readTraces(
  file: string,
  signal: AbortSignal,
): AsyncGenerator<OtelTrace | Exclude<ForeignItem, { kind: 'trajectory' }>> {
  const left = await countSpans(file, signal);
  const open = new Map<string, { spans: OtlpSpan[]; resource: OtelTrace['resource'] }>();
  let resource: OtelTrace['resource'] = {};
  for await (const part of readJsonFile(file, { opens }, signal)) {
    const where = pathText(part.path);
    if (part.kind === 'problem') {
      yield { kind: 'problem', where, message: part.message };
      continue;
    }
    for (const message of part.repairs) yield { kind: 'note', where, message };
    if (part.path.at(-1) === 'resource') resource = otlpAttributes(part.value);
    if (!isSpan(part.path)) continue;
    const span = otlpSpan(part.value);
    if (!span.ok) {
      yield { kind: 'problem', where, message: `no span: ${span.problem}` };
      continue;
    }
    const { traceId } = span.value;
    const trace = open.get(traceId) ?? { spans: [], resource };
    trace.spans.push(span.value);
    open.set(traceId, trace);
    const remaining = (left.get(traceId) ?? 1) - 1;
    left.set(traceId, remaining);
    if (remaining > 0) continue;
    open.delete(traceId);
    left.delete(traceId);
    yield { kind: 'trace', ...trace };
  }
}

async function countSpans(file: string, signal: AbortSignal): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const part of readJsonFile(file, { opens }, signal)) {
    if (part.kind === 'problem' || !isSpan(part.path)) continue;
    const span = otlpSpan(part.value);
    if (span.ok) counts.set(span.value.traceId, (counts.get(span.value.traceId) ?? 0) + 1);
  }
  return counts;
}
