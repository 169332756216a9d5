// Checks the arguments of a call against the tool's signature. The sandbox has bound them already; this is the host's own
// check, since the sandbox runs untrusted code.
import type { ToolParameter, ToolSignature } from '../contract/tool.ts';
import { ToolError } from './tool.ts';

/**
 * The arguments with defaults left out, as the tool reads them.
 * @throws ToolError TypeError that shows how to call the tool
 */
export function checkArguments(
  signature: ToolSignature,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = new Map(signature.parameters.map((parameter) => [parameter.name, parameter]));
  for (const name of Object.keys(args)) {
    if (!known.has(name)) throw wrong(signature, `got an unexpected argument '${name}'`);
  }
  for (const parameter of known.values()) checkOne(signature, parameter, args);
  return args;
}

function checkOne(
  signature: ToolSignature,
  parameter: ToolParameter,
  args: Readonly<Record<string, unknown>>,
): void {
  const { name, type, defaultValue } = parameter;
  if (!Object.hasOwn(args, name)) {
    if (defaultValue === undefined) throw wrong(signature, `misses the argument '${name}'`);
    return;
  }
  const value = args[name];
  if (type.split('|').some((one) => accepts(one.trim(), value))) return;
  throw wrong(signature, `needs ${type} for '${name}', not ${pythonTypeOf(value)}`);
}

/** Types that are not listed are not checked here; the tool checks them itself. */
function accepts(type: string, value: unknown): boolean {
  switch (type) {
    case 'str':
      return typeof value === 'string';
    case 'int':
      return typeof value === 'number' && Number.isInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'None':
      return value === null;
    case 'list[str]':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    default:
      return true;
  }
}

function pythonTypeOf(value: unknown): string {
  if (value === null) return 'None';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a str';
  if (typeof value === 'boolean') return 'a bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an int' : 'a float';
  return 'a dict or another object';
}

function wrong(signature: ToolSignature, what: string): ToolError {
  return new ToolError(
    'TypeError',
    `${signature.name}() ${what}. Call it as ${callForm(signature)}.`,
  );
}

/** `inspect_file_as_text(file_path: str, question: str | None = None)` */
export function callForm({ name, parameters }: ToolSignature): string {
  const list = parameters.map(({ name: parameter, type, defaultValue }) =>
    defaultValue === undefined
      ? `${parameter}: ${type}`
      : `${parameter}: ${type} = ${defaultValue}`,
  );
  return `${name}(${list.join(', ')})`;
}
