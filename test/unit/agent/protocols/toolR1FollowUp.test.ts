import assert from 'node:assert/strict';
import { toolR1 } from '../../../../runtime/agent/protocols/toolR1.ts';
import type { Variable } from '../../../../runtime/contract/observation.ts';

function variable(name: string, over: Partial<Variable> = {}): Variable {
  return { name, type: 'int', size: null, preview: '1', step: 1, change: 'added', ...over };
}

describe('a further question of Tool-R1', () => {
  it('says that the namespace is there, and asks', () => {
    assert.match(toolR1.ask('  Who?  '), /still there\.\nQuestion: Who\?$/);
  });

  it('is told after a recap where the steps do not fit', () => {
    const talk = [
      { question: 'How many?', finalAnswer: '42' },
      { question: 'And then?', finalAnswer: null },
    ];
    const variables = [
      variable('rows', { type: 'list', size: 3, preview: '[1, 2, 3]' }),
      variable('grid', { type: 'ndarray', size: [2, 3] }),
    ];
    assert.equal(
      toolR1.recap(talk, variables),
      [
        'Earlier question: How many?\nIts answer: 42',
        'Earlier question: And then?\nIts answer: (none was given)',
        'Variables of the earlier steps that are still there:\n- rows: list of 3, [1, 2, 3]\n- grid: ndarray of 2 x 3, 1',
      ].join('\n\n'),
    );
  });

  it('names no more variables than a prompt can bear', () => {
    const many = Array.from({ length: 60 }, (_, place) => variable(`v${place}`));
    const text = toolR1.recap([], many);
    assert.equal(text.match(/^- v\d+/gm)?.length, 40);
    assert.match(text, /- and 20 more$/);
    assert.match(toolR1.recap([], []), /No variables/);
  });

  it('shortens a long answer', () => {
    assert.ok(toolR1.recap([{ question: 'q', finalAnswer: 'x'.repeat(9000) }], []).length < 900);
  });

  it('writes the code of a person as a policy should', () => {
    const text = toolR1.write('Look.', 'print(1)');
    assert.deepEqual(toolR1.parse(text, false), { thought: 'Look.', code: 'print(1)', faults: [] });
  });
});
