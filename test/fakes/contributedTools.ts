// The tools for other agents as package.json has to declare them for the editor's language models.
import * as z from 'zod';
import type { DoorTool } from '../../runtime/mcp/doorTool.ts';

export function contributedTool(tool: DoorTool): Record<string, unknown> {
  const { name, title, description, effect, input } = tool;
  return {
    name,
    // As it is written in a chat: `#toolr1ListRuns`.
    toolReferenceName: name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    displayName: `Tool-R1: ${title}`,
    modelDescription: description,
    userDescription: firstSentence(description),
    canBeReferencedInPrompt: true,
    icon: '$(beaker)',
    tags: ['tool-r1', effect === 'reads' ? 'read' : 'act'],
    ...(effect === 'reads' ? {} : { when: 'isWorkspaceTrusted' }),
    inputSchema: inputSchemaOf(input),
  };
}

function firstSentence(description: string): string {
  const [, head = description] = /^(.+?)[.:,;](?:\s|$)/.exec(description) ?? [];
  return `${head}.`;
}

/** For models: without what only programs read. */
function inputSchemaOf(input: z.ZodObject): object {
  const { $schema, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  if ($schema === undefined) throw new Error('this is no schema');
  return schema;
}
