// Plain values as OTLP JSON writes attributes (opentelemetry-proto, common.proto). Pure.

export type Plain = string | number | boolean | null;

/** What is null is not written. */
export function otlpAttributes(values: Readonly<Record<string, Plain>>): unknown[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: anyValue(value) }],
  );
}

/** Whole numbers are texts there, because they may have 64 bits. */
function anyValue(value: Exclude<Plain, null>): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
