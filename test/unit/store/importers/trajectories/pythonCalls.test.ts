import assert from 'node:assert/strict';
import {
  pythonCall,
  pythonLiteral,
} from '../../../../../runtime/store/importers/trajectories/pythonCalls.ts';

describe('pythonCall', () => {
  it('reads as Python', () => {
    assert.equal(
      pythonCall('search', { query: "it's", limit: 3, exact: true, after: null }),
      `search(query="it's", limit=3, exact=True, after=None)`,
    );
    assert.equal(pythonCall('stop', {}), 'stop()');
    assert.equal(pythonCall('f', { a: { b: [1.5, 'x'] } }), "f(a={'b': [1.5, 'x']})");
  });

  it('passes names that Python has no word for', () => {
    assert.equal(pythonCall('f', { ok: 1, 'max-age': 2 }), "f(ok=1, **{'max-age': 2})");
  });

  it('keeps a call on one line', () => {
    assert.equal(pythonCall('f', { a: 'x\ny\t"\'\\' }), String.raw`f(a='x\ny\t"\'\\')`);
  });
});

describe('pythonLiteral', () => {
  it('has numbers that JSON lacks', () => {
    assert.equal(pythonLiteral([Infinity, NaN]), "[float('Infinity'), float('NaN')]");
    assert.equal(pythonLiteral(undefined), 'None');
    assert.equal(pythonLiteral(10n), '10');
  });

  it('ends at some depth', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 5000; depth += 1) nested = [nested];
    assert.match(pythonLiteral(nested), /^\[{50}'\.\.\.'\]{50}$/);
  });
});
