// One span of OTLP JSON (opentelemetry-proto, trace.proto) with its attributes as plain values.
import * as z from 'zod';
import { check, type Parsed } from '../../../support/parseJson.ts';

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first of a trace. */
  readonly parentId: string | null;
  readonly name: string;
  /** Milliseconds since 1970; null where the source does not say. */
  readonly start: number | null;
  readonly end: number | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly OtlpEvent[];
  /** Why it failed; null when it did not. */
  readonly failure: string | null;
}

export interface OtlpEvent {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const Text = z.string().nullish().catch(null);
const Nanoseconds = z.union([z.string(), z.number()]).nullish().catch(null);
const Attributes = z
  .array(z.looseObject({ key: z.string(), value: z.unknown().optional() }))
  .catch([]);
const Event = z.looseObject({ name: z.string().catch(''), attributes: Attributes });
/** 2 or its name is an error. */
const Status = z.looseObject({ code: z.union([z.int(), z.string()]).optional(), message: Text });
const Span = z.looseObject({
  traceId: z.string().min(1),
  spanId: z.string().min(1),
  parentSpanId: Text,
  name: z.string().catch(''),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  events: z.array(Event).catch([]),
  status: Status.nullish().catch(null),
});

export function otlpSpan(value: unknown): Parsed<OtlpSpan> {
  const read = check(Span, value);
  if (!read.ok) return read;
  const span = read.value;
  return {
    ok: true,
    value: {
      traceId: span.traceId,
      spanId: span.spanId,
      parentId: span.parentSpanId === '' ? null : (span.parentSpanId ?? null),
      name: span.name,
      start: milliseconds(span.startTimeUnixNano),
      end: milliseconds(span.endTimeUnixNano),
      attributes: plainAttributes(span.attributes),
      events: span.events.map(({ name, attributes }) => ({
        name,
        attributes: plainAttributes(attributes),
      })),
      failure: failureOf(span.status ?? null),
    },
  };
}

/** Of a resource, or of anything else that has a list of them. */
export function otlpAttributes(value: unknown): Readonly<Record<string, unknown>> {
  return plainAttributes(
    z.looseObject({ attributes: Attributes }).catch({ attributes: [] }).parse(value).attributes,
  );
}

function plainAttributes(list: z.infer<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, plainValue(value)]));
}

const List = z.looseObject({ values: z.array(z.unknown()).catch([]) });
const Pairs = z.looseObject({ values: Attributes });
const AnyValue = z.looseObject({
  stringValue: z.unknown().optional(),
  boolValue: z.unknown().optional(),
  intValue: z.unknown().optional(),
  doubleValue: z.unknown().optional(),
  bytesValue: z.unknown().optional(),
  arrayValue: List.optional(),
  kvlistValue: Pairs.optional(),
});

/** Whole numbers come as texts where they need 64 bits; one that is no exact number here stays a text. */
function plainValue(value: unknown): unknown {
  const read = AnyValue.safeParse(value);
  if (!read.success) return null;
  const { arrayValue, kvlistValue, intValue, ...others } = read.data;
  if (arrayValue !== undefined) return arrayValue.values.map(plainValue);
  if (kvlistValue !== undefined) return plainAttributes(kvlistValue.values);
  if (typeof intValue === 'string') {
    return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : intValue;
  }
  return (
    intValue ??
    others.stringValue ??
    others.boolValue ??
    others.doubleValue ??
    others.bytesValue ??
    null
  );
}

const digits = /^\d{1,20}$/;

/** To the microsecond; nanoseconds have too many digits for a number. Zero stands for a time that was not written down. */
function milliseconds(nanoseconds: string | number | null | undefined): number | null {
  const text = String(nanoseconds ?? '');
  if (!digits.test(text)) return null;
  const microseconds = Number(BigInt(text) / 1000n);
  return microseconds === 0 ? null : microseconds / 1000;
}

function failureOf(status: z.infer<typeof Status> | null): string | null {
  if (status?.code !== 2 && status?.code !== 'STATUS_CODE_ERROR') return null;
  return status.message === '' ? 'failed' : (status.message ?? 'failed');
}
