// Tools as JSON, for dialects whose policies call them by JSON. What a tool does is told by its own signature.
import type { ToolParameter, ToolSignature } from '../../contract/tool.ts';

/** `{name: {type, description, default}}`, with the types as Python names them. */
export function parametersAsJson(parameters: readonly ToolParameter[]): string {
  return JSON.stringify(Object.fromEntries(parameters.map((one) => [one.name, parameter(one)])));
}

/** One line: name, description and parameters of a tool. */
export function toolAsJson({ name, description, parameters, returns }: ToolSignature): string {
  const told = Object.fromEntries(parameters.map((one) => [one.name, parameter(one)]));
  return JSON.stringify({ name, description, parameters: told, returns });
}

function parameter({ type, description, defaultValue }: ToolParameter): Record<string, unknown> {
  return {
    type,
    description,
    ...(defaultValue === undefined ? {} : { default: fromPython(defaultValue) }),
  };
}

/** The JSON value of a Python literal; other source stays as it is. */
function fromPython(source: string): unknown {
  const constants: Readonly<Record<string, unknown>> = { None: null, True: true, False: false };
  if (Object.hasOwn(constants, source)) return constants[source];
  const text = /^'([^'\\]*)'$/.exec(source)?.[1];
  if (text !== undefined) return text;
  const number = source.trim() === '' ? Number.NaN : Number(source);
  return Number.isNaN(number) ? source : number;
}
