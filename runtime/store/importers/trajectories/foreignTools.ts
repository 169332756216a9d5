// Tools as other programs describe them to a model: functions with a JSON Schema of their parameters. What a Python signature has
// no words for is handed back by its path. Pure.
import * as z from 'zod';
import { ToolParameter, ToolSignature } from '../../../contract/tool.ts';
import { leftOver, saysSomething } from './leftOver.ts';
import { pythonLiteral } from './pythonCalls.ts';

export interface ReadTools {
  readonly tools: readonly ToolSignature[];
  readonly unmapped: Readonly<Record<string, unknown>>;
}

const Text = z.string().nullish().catch(null);
const Property = z.looseObject({
  type: z.unknown().optional(),
  description: Text,
  default: z.unknown().optional(),
});
const Schema = z.looseObject({
  properties: z.record(z.string(), Property).nullish(),
  required: z.array(z.string()).nullish().catch(null),
});
const Definition = z.looseObject({
  name: z.string(),
  description: Text,
  parameters: Schema.nullish(),
  input_schema: Schema.nullish(),
});
const Wrapped = z.looseObject({ function: Definition });
type Schema = z.infer<typeof Schema>;

/** @param path of the list in the source */
export function toolSignatures(value: unknown, path: string): ReadTools {
  if (!Array.isArray(value)) {
    return { tools: [], unmapped: saysSomething(value) ? { [path]: value } : {} };
  }
  const unmapped: Record<string, unknown> = {};
  const tools = value.flatMap((item: unknown, index) => {
    const place = `${path}[${index}]`;
    const tool = signatureOf(item, place, unmapped);
    if (tool === null) unmapped[place] = item;
    return tool ?? [];
  });
  return { tools, unmapped };
}

function signatureOf(
  value: unknown,
  place: string,
  unmapped: Record<string, unknown>,
): ToolSignature | null {
  const wrapped = Wrapped.safeParse(value);
  const read = Definition.safeParse(wrapped.success ? wrapped.data.function : value);
  if (!read.success) return null;
  const { name, description, parameters, input_schema: inputSchema } = read.data;
  const schema = parameters ?? inputSchema ?? {};
  Object.assign(unmapped, leftOver(read.data, knownOfTool, place));
  const signature = ToolSignature.safeParse({
    name,
    description: description ?? '',
    parameters: parametersOf(schema, `${place}.parameters`, unmapped),
    returns: 'Any',
  });
  return signature.success ? signature.data : null;
}

const knownOfTool = ['type', 'name', 'description', 'parameters', 'input_schema'];
const known = ['type', 'description', 'default', 'title'];

function parametersOf(
  schema: Schema,
  place: string,
  unmapped: Record<string, unknown>,
): ToolParameter[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const parameter = ToolParameter.safeParse({
      name,
      type: pythonType(property.type),
      description: property.description ?? '',
      ...(required.has(name) ? {} : { defaultValue: pythonLiteral(property.default) }),
    });
    const left = parameter.success ? leftOver(property, known, `${place}.${name}`) : null;
    Object.assign(unmapped, left ?? { [`${place}.${name}`]: property });
    return parameter.success ? [parameter.data] : [];
  });
}

const pythonTypes: ReadonlyMap<unknown, string> = new Map([
  ['string', 'str'],
  ['integer', 'int'],
  ['number', 'float'],
  ['boolean', 'bool'],
  ['array', 'list'],
  ['object', 'dict'],
  ['null', 'None'],
]);

function pythonType(type: unknown): string {
  if (Array.isArray(type)) return type.map(pythonType).join(' | ');
  return pythonTypes.get(type) ?? 'Any';
}
