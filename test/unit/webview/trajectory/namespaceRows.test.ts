import assert from 'node:assert/strict';
import type { Variable } from '../../../../runtime/contract/observation.ts';
import type { ToolSignature } from '../../../../runtime/contract/tool.ts';
import { namespaceRows, sizeText } from '../../../../webview/trajectory/views/namespaceRows.ts';
import { opensAsTable } from '../../../../webview/trajectory/views/opensAsTable.ts';
import { makeStep } from '../../../fakes/records.ts';

function variable(name: string, over: Partial<Variable> = {}): Variable {
  return { name, type: 'int', size: null, preview: '1', step: 1, change: 'unchanged', ...over };
}

function tool(name: string, isFinal = false): ToolSignature {
  const value = { name: 'value', type: 'object', description: '' };
  const sheet = { name: 'sheet', type: 'str', description: '', defaultValue: 'None' };
  return { name, description: '', parameters: [value, sheet], returns: 'str', isFinal };
}

const tools = [tool('read_table'), tool('final_answer', true), tool('ask')];

describe('namespaceRows', () => {
  it('puts what the step changed first, then the rest, then the protected names', () => {
    const step = makeStep({
      variables: [
        variable('b'),
        variable('z', { change: 'added' }),
        variable('a'),
        variable('m', { change: 'changed' }),
      ],
    });
    assert.deepEqual(
      namespaceRows(step, null, tools).map(({ name }) => name),
      ['m', 'z', 'a', 'b', 'final_answer', 'ask', 'read_table'],
    );
  });

  it('marks what the step removed', () => {
    const before = makeStep({ variables: [variable('x'), variable('y')] });
    const step = makeStep({ index: 2, variables: [variable('y')] });
    const rows = namespaceRows(step, before, []);
    assert.deepEqual(
      rows.map(({ name, mark }) => [name, mark]),
      [
        ['x', 'removed'],
        ['y', null],
      ],
    );
  });

  it('marks a protected name that the step tried to overwrite and puts it first of them', () => {
    const refusals = ['read_table', 'print'].map((name) => ({
      ...{ kind: 'protected-name' as const, name, line: 1, message: '' },
    }));
    const step = makeStep({ observation: { ...makeStep().observation, refusals } });
    const rows = namespaceRows(step, null, tools);
    assert.deepEqual(
      rows.map(({ name, mark, type }) => [name, mark, type]),
      [
        ['print', 'refused', 'builtin'],
        ['read_table', 'refused', 'tool'],
        ['final_answer', null, 'tool'],
        ['ask', null, 'tool'],
      ],
    );
  });

  it('does not count a refused import as a refused rebinding', () => {
    const refusals = [{ kind: 'import' as const, name: 'os', line: 1, message: '' }];
    const step = makeStep({ observation: { ...makeStep().observation, refusals } });
    assert.ok(namespaceRows(step, null, tools).every(({ mark }) => mark === null));
  });

  it('shows how a tool is called', () => {
    const [row] = namespaceRows(null, null, [tool('read_table')]);
    assert.equal(row?.preview, 'read_table(value, sheet=None)');
    assert.equal(row.isProtected, true);
    assert.equal(row.step, null);
  });
});

describe('sizeText', () => {
  it('is a length, a shape or nothing', () => {
    assert.equal(sizeText(1412), '1,412');
    assert.equal(sizeText([3, 4]), '3 × 4');
    assert.equal(sizeText(null), '');
  });
});

describe('opensAsTable', () => {
  const cases: [string, Variable['size'], string, boolean][] = [
    ['DataFrame', [3, 2], '3 x 2', true],
    ['DataFrame', [0, 2], '0 x 2', false],
    ['ndarray', [3], '3, int64', true],
    ['list', 2, "[{'a': 1}, {'a': 2}]", true],
    ['list', 2, '[[1, 2], [3, 4]]', true],
    ['tuple', 2, '((1, 2), (3, 4))', true],
    ['list', 3, '[1, 2, 3]', false],
    ['list', 0, '[]', false],
    ['dict', 2, "{'a': [1, 2], 'b': [3, 4]}", true],
    ['dict', 2, '{2024: [1, 2]}', true],
    ['dict', 1, "{'a': 1}", false],
    ['dict', 1, "{'a': {'b': [1]}}", false],
    ['str', 3, "'[[1'", false],
  ];
  for (const [type, size, preview, expected] of cases) {
    it(`${expected ? 'takes' : 'leaves'} ${type} ${preview}`, () =>
      assert.equal(opensAsTable({ type, size, preview }), expected));
  }
});
