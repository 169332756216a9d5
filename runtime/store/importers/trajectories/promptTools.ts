// The tools that a system prompt tells of in the usual way: JSON descriptions, one a line, between `<tools>` tags. Pure.
import * as z from 'zod';
import type { ToolSignature } from '../../../contract/tool.ts';
import { parseJson } from '../../../support/parseJson.ts';
import { toolSignatures } from './foreignTools.ts';

const block = /<tools>\s*\n([^]*?)\n\s*<\/tools>/;
const Description = z.record(z.string(), z.unknown());

/** What is not understood stands in the prompt still. */
export function promptTools(system: string): readonly ToolSignature[] {
  const lines = block.exec(system)?.[1]?.split('\n') ?? [];
  const described = lines.flatMap((line) => {
    const parsed = parseJson(Description, line);
    return parsed.ok ? [parsed.value] : [];
  });
  return toolSignatures(described, 'tools').tools;
}
