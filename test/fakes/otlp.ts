// Spans as OTLP JSON writes them, from plain values.

export interface SpanLike {
  readonly name?: string;
  readonly parent?: string;
  /** Seconds of 2026. */
  readonly start?: number;
  readonly end?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly events?: readonly { name: string; attributes: Readonly<Record<string, unknown>> }[];
}

const newYear = Date.parse('2026-01-01T00:00:00Z');

export function otlpSpan(spanId: string, span: SpanLike): Record<string, unknown> {
  return {
    traceId: 'trace1',
    spanId,
    ...(span.parent === undefined ? {} : { parentSpanId: span.parent }),
    name: span.name ?? 'chat',
    kind: 1,
    startTimeUnixNano: nanoseconds(span.start ?? 1),
    endTimeUnixNano: nanoseconds(span.end ?? (span.start ?? 1) + 1),
    attributes: keyValues(span.attributes ?? {}),
    events: (span.events ?? []).map(({ name, attributes }) => ({
      timeUnixNano: nanoseconds(1),
      name,
      attributes: keyValues(attributes),
    })),
    status: {},
  };
}

export function otlpDocument(spans: readonly unknown[]): unknown {
  const resource = { attributes: keyValues({ 'service.name': 'demo' }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'test' }, spans }] }] };
}

function nanoseconds(second: number): string {
  return `${newYear + second * 1000}000000`;
}

function keyValues(values: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(Object.fromEntries(Object.entries(value ?? {}))) } };
}
