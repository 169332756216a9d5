import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalHash, canonicalJson } from '../../../runtime/evaluate/canonicalJson.ts';

describe('canonicalJson', () => {
  it('writes what RFC 8785 shows', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000F\u000aA\'B"\\\\"/',
      literals: [null, true, false],
    };
    assert.equal(
      canonicalJson(value),
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by UTF-16 code units, as RFC 8785 shows', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
    const value = Object.fromEntries(keys.map((key) => [key, key]));
    const written = [...canonicalJson(value).matchAll(/"([^"]+)":/g)].map(([, key]) => key);
    assert.deepEqual(written, ['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33']);
  });

  it('says the same for the same value in any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        assert.equal(canonicalJson(turned), canonicalJson(value));
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('leaves out what is undefined, and refuses what JSON cannot say', () => {
    assert.equal(canonicalJson({ a: undefined, b: -0 }), '{"b":0}');
    assert.throws(() => canonicalJson([NaN]), /NaN has no canonical JSON/);
    assert.throws(() => canonicalJson({ a: '\ud800' }), /half a character/);
  });

  it('hashes as SHA-256 of UTF-8', () => {
    assert.equal(
      canonicalHash({}),
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    );
  });
});
