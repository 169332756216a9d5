import assert from 'node:assert/strict';
import {
  parametersAsJson,
  toolAsJson,
} from '../../../../runtime/agent/protocols/renderToolJson.ts';

function defaultOf(defaultValue: string): unknown {
  const text = parametersAsJson([{ name: 'a', type: 'Any', description: '', defaultValue }]);
  const { a } = JSON.parse(text) as { a: { default: unknown } };
  return a.default;
}

describe('tools as JSON', () => {
  it('are one line with everything that a policy needs', () => {
    const line = toolAsJson({
      name: 'f',
      description: 'Does\nit.',
      parameters: [{ name: 'a', type: 'list[int]', description: 'Numbers.' }],
      returns: 'str',
      isFinal: false,
    });
    assert.doesNotMatch(line, /\n/);
    assert.deepEqual(JSON.parse(line), {
      name: 'f',
      description: 'Does\nit.',
      parameters: { a: { type: 'list[int]', description: 'Numbers.' } },
      returns: 'str',
    });
  });

  it('have an empty object where there are no parameters', () => {
    assert.equal(parametersAsJson([]), '{}');
  });

  for (const [python, json] of [
    ['None', null],
    ['True', true],
    ['False', false],
    ["'.'", '.'],
    ["''", ''],
    ['7', 7],
    ['-0.5', -0.5],
    ['[]', '[]'],
    ["'it\\'s'", "'it\\'s'"],
    ['', ''],
    ['toString', 'toString'],
  ] as const) {
    it(`has the default ${JSON.stringify(python)} as ${JSON.stringify(json)}`, () => {
      assert.deepEqual(defaultOf(python), json);
    });
  }
});
