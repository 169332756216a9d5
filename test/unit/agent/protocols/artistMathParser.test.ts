import assert from 'node:assert/strict';
import { ParsedReply } from '../../../../runtime/contract/reply.ts';
import { parseArtistMath } from '../../../../runtime/agent/protocols/artistMathParser.ts';
import { artistMathReplies } from './artistMathReplies.ts';

describe('parseArtistMath', () => {
  it('has a table of at least 60 replies with names of their own', () => {
    assert.ok(artistMathReplies.length >= 60, `${artistMathReplies.length} replies`);
    assert.equal(new Set(artistMathReplies.map(({ name }) => name)).size, artistMathReplies.length);
  });

  for (const { name, reply, cut, code, answer, faults, thought } of artistMathReplies) {
    it(`reads ${name}`, () => {
      const parsed = ParsedReply.parse(parseArtistMath(reply, cut ?? false));
      const kinds = parsed.faults.map((fault) => fault.kind);
      assert.deepEqual(
        { code: parsed.code, answer: parsed.answer, kinds },
        { code, answer, kinds: faults },
      );
      if (thought !== undefined) assert.equal(parsed.thought, thought);
    });
  }

  it('says what is wrong in words that a policy can follow', () => {
    const { faults } = parseArtistMath('<think>a</think>\n```py\nprint(1)\n```', false);
    assert.equal(
      faults[0]?.message,
      'The code stands in a fence; only what stands in <python> is run.',
    );
  });
});
