import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { TokenText } from '../../../runtime/policy/tokenText.ts';
import { ByteEngine } from '../../fakes/byteEngine.ts';

const engine = new ByteEngine({ says: [] });

describe('tokenText', () => {
  const pieces = (bytes: readonly number[]): string[] => {
    const text = new TokenText(engine);
    return [...bytes.map((byte) => text.push(byte)), text.end()];
  };

  it('gives out a character when its last token has come', () => {
    assert.deepEqual(pieces([...Buffer.from('é€😀')]), [
      '',
      'é',
      '',
      '',
      '€',
      '',
      '',
      '',
      '😀',
      '',
    ]);
  });

  it('gives out what is left of a character at the end', () => {
    assert.deepEqual(pieces([0xe2, 0x82]), ['', '', '\uFFFD']);
  });

  it('does not wait for ever for bytes that are no character', () => {
    const given = pieces([0xff, 0xff, 0xff, 0xff, 0x61]);
    assert.equal(given.at(3), '\uFFFD'.repeat(4));
    assert.equal(given.at(4), 'a');
  });

  it('passes what came before on to the engine, so that it can tell spaces at a start', () => {
    const seen: number[][] = [];
    const text = new TokenText({
      decode: (_tokens, before) => {
        seen.push([...before]);
        return 'x';
      },
    });
    for (const id of [1, 2, 3, 4, 5, 6]) text.push(id);
    assert.deepEqual(seen, [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]]);
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (said) => {
        assert.equal(pieces([...Buffer.from(said, 'utf8')]).join(''), said);
      }),
    );
  });
});
