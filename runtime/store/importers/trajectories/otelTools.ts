// The tools that spans tell of: a list of definitions, or one flat attribute a tool in OpenInference. Pure.
import * as z from 'zod';
import { nestedValue } from './nestedKeys.ts';
import { jsonValue } from './otelMessages.ts';
import { genAi, openInference } from './otelNames.ts';
import type { OtlpSpan } from './otlpSpan.ts';

const Listed = z.array(z.looseObject({ tool: z.looseObject({ json_schema: z.unknown() }) }));

/** Of the first span that has some; null where none has. */
export function toolDefinitions(spans: readonly OtlpSpan[]): unknown {
  for (const { attributes } of spans) {
    const definitions = jsonValue(attributes[genAi.tools]) ?? openInferenceTools(attributes);
    if (definitions !== null && definitions !== undefined) return definitions;
  }
  return null;
}

function openInferenceTools(attributes: Readonly<Record<string, unknown>>): unknown {
  const listed = Listed.safeParse(nestedValue(attributes, openInference.tools));
  return listed.success ? listed.data.map(({ tool }) => jsonValue(tool.json_schema)) : null;
}
