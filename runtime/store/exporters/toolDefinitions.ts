// Tools of the agent as OpenAI describes functions, with a JSON Schema of the parameters. Pure.
import type { ToolSignature } from '../../contract/tool.ts';

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, { type?: string; description: string }>>;
    readonly required: readonly string[];
  };
}

export function toolDefinition({ name, description, parameters }: ToolSignature): ToolDefinition {
  const properties = parameters.map(
    (parameter) => [parameter.name, schemaOf(parameter.type, parameter.description)] as const,
  );
  const required = parameters.filter(({ defaultValue }) => defaultValue === undefined);
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: required.map((parameter) => parameter.name),
    },
  };
}

const jsonTypes: ReadonlyMap<string, string> = new Map([
  ['str', 'string'],
  ['int', 'integer'],
  ['float', 'number'],
  ['bool', 'boolean'],
  ['list', 'array'],
  ['dict', 'object'],
]);

/** A type that JSON has no word for is left open. */
function schemaOf(type: string, description: string): { type?: string; description: string } {
  const known = jsonTypes.get(type.replace(/\[.*$/, '').trim());
  return known === undefined ? { description } : { type: known, description };
}
