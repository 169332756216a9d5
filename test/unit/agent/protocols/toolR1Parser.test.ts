import assert from 'node:assert/strict';
import { ParsedReply } from '../../../../runtime/contract/reply.ts';
import { parseToolR1 } from '../../../../runtime/agent/protocols/toolR1Parser.ts';
import { replyCases } from './toolR1Replies.ts';

describe('parseToolR1', () => {
  it('has a table of at least 130 replies with names of their own', () => {
    assert.ok(replyCases.length >= 130, `${replyCases.length} replies`);
    assert.equal(new Set(replyCases.map((one) => one.name)).size, replyCases.length);
  });

  for (const { name, reply, cut, code, faults, thought } of replyCases) {
    it(`reads ${name}`, () => {
      const parsed = ParsedReply.parse(parseToolR1(reply, cut ?? false));
      const kinds = parsed.faults.map((fault) => fault.kind);
      assert.deepEqual({ code: parsed.code, kinds }, { code, kinds: faults });
      if (thought !== undefined) assert.equal(parsed.thought, thought);
    });
  }
});
