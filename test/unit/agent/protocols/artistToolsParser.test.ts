import assert from 'node:assert/strict';
import { ParsedReply } from '../../../../runtime/contract/reply.ts';
import { parseArtistTools } from '../../../../runtime/agent/protocols/artistToolsParser.ts';
import { artistToolsReplies } from './artistToolsReplies.ts';

describe('parseArtistTools', () => {
  for (const { name, reply, cut, code, answer, faults, thought } of artistToolsReplies) {
    it(`reads ${name}`, () => {
      const parsed = ParsedReply.parse(parseArtistTools(reply, cut ?? false));
      const kinds = parsed.faults.map((fault) => fault.kind);
      assert.deepEqual(
        { code: parsed.code, answer: parsed.answer, kinds },
        { code, answer, kinds: faults },
      );
      if (thought !== undefined) assert.equal(parsed.thought, thought);
    });
  }

  it('names the line that is no call, and the form', () => {
    const { faults } = parseArtistTools(
      '<reasoning>a</reasoning><tool>\n{"name": "f", "arguments": {}}\nf()\n</tool>',
      false,
    );
    assert.equal(
      faults[0]?.message,
      'Line 2 is no call, so none was made. A call reads {"name": "the_tool", "arguments": {"parameter": "value"}}',
    );
  });
});
