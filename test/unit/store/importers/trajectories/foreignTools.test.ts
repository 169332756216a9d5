import assert from 'node:assert/strict';
import { ToolSignature } from '../../../../../runtime/contract/tool.ts';
import { toolSignatures } from '../../../../../runtime/store/importers/trajectories/foreignTools.ts';

describe('toolSignatures', () => {
  const search = {
    type: 'function',
    function: {
      name: 'search',
      description: 'Searches.',
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What for.' },
          limit: { type: ['integer', 'null'], default: 5 },
          kind: { enum: ['web', 'news'] },
        },
        required: ['query'],
      },
    },
  };

  it('reads functions with their parameters', () => {
    const { tools, unmapped } = toolSignatures([search], 'tools');
    assert.deepEqual(
      tools[0]?.parameters.map((one) => [one.name, one.type, one.description, one.defaultValue]),
      [
        ['query', 'str', 'What for.', undefined],
        ['limit', 'int | None', '', '5'],
        ['kind', 'Any', '', 'None'],
      ],
    );
    assert.deepEqual(unmapped, { 'tools[0].parameters.kind.enum': ['web', 'news'] });
    for (const tool of tools) ToolSignature.parse(tool);
  });

  it('reads a function that is not wrapped, with either name of its schema', () => {
    const { properties } = search.function.parameters;
    const flat = { name: 'find', input_schema: { properties: { query: properties.query } } };
    const { tools } = toolSignatures([flat, { name: 'stop', description: null }], 'tools');
    assert.deepEqual(
      tools.map(({ name, parameters }) => [name, parameters.length]),
      [
        ['find', 1],
        ['stop', 0],
      ],
    );
  });

  it('hands back what is no Python function', () => {
    const [spaced, odd] = [
      { name: 'Find it' },
      { name: 'f', parameters: { properties: { 'a-b': {} } } },
    ];
    const { tools, unmapped } = toolSignatures([spaced, odd, 3], 'tools');
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['f'],
    );
    assert.deepEqual(
      Object.keys(unmapped),
      ['tools[1].parameters.a-b', 'tools[0]', 'tools[2]'].sort(),
    );
    assert.deepEqual(toolSignatures('x', 'tools').unmapped, { tools: 'x' });
    assert.deepEqual(toolSignatures(null, 'tools').unmapped, {});
  });
});
