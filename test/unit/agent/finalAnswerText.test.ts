import assert from 'node:assert/strict';
import { finalAnswerText } from '../../../runtime/agent/finalAnswerText.ts';

describe('finalAnswerText', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['text as it is', ' Paris, \n', ' Paris, \n'],
    ['empty text', '', ''],
    ['a whole number', 17, '17'],
    ['a float without its .0', 42.0, '42'],
    ['a float', 0.1, '0.1'],
    ['minus zero', -0, '0'],
    ['a large number', 1e21, '1e+21'],
    ['a big integer exactly', 12345678901234567890n, '12345678901234567890'],
    ['nan', Number.NaN, 'nan'],
    ['infinity', -Infinity, '-inf'],
    ['True', true, 'True'],
    ['False', false, 'False'],
    ['None', null, 'None'],
    ['nothing', undefined, 'None'],
    ['a list', ['a', 1, null, true], 'a, 1, None, True'],
    ['a list of one', ['Paris'], 'Paris'],
    ['an empty list', [], ''],
    ['a nested list as JSON', [[1, 2], 'x'], '[[1,2],"x"]'],
    ['a dict as JSON', { city: 'Turin', n: 2 }, '{"city":"Turin","n":2}'],
    ['a dict with numbers that JSON lacks', { n: Number.NaN, big: 3n }, '{"n":"nan","big":"3"}'],
  ];
  for (const [name, value, text] of cases) {
    it(`renders ${name}`, () => assert.equal(finalAnswerText(value), text));
  }

  it('never throws, not even for a value that refers to itself', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    assert.equal(typeof finalAnswerText(circle), 'string');
    assert.equal(typeof finalAnswerText(() => 1), 'string');
    assert.equal(typeof finalAnswerText(Symbol('x')), 'string');
  });
});
