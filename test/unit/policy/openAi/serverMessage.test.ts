import assert from 'node:assert/strict';
import { serverMessage } from '../../../../runtime/policy/openAi/serverMessage.ts';

describe('what a server says', () => {
  const bodies: [string, string, string][] = [
    ['an error with a message', '{"error":{"message":"No."}}', 'No.'],
    ['an error that is a text', '{"error":"No."}', 'No.'],
    ['a message alone', '{"object":"error","message":"No.","code":400}', 'No.'],
    ['a detail', '{"detail":"Not Found"}', 'Not Found'],
    [
      'details of a validator',
      '{"detail":[{"loc":["body","seed"],"msg":"too big","input":{"stop":1}},{"loc":["body",0],"msg":"odd"}]}',
      'body.seed: too big; body.0: odd',
    ],
    ['an error in a list', '[{"error":{"message":"No."}}]', 'No.'],
    ['a nested message', '{"message":{"detail":[{"loc":["x"],"msg":"no"}]}}', 'x: no'],
    ['the title of a page', '<html><title>Bad\nGateway</title><p>x', 'Bad Gateway'],
    ['a page without title', '<p>Not <b>here</b></p>', 'Not here'],
    ['plain text', '  go\n\naway ', 'go away'],
    ['JSON of another kind', '{"status":"bad"}', '{"status":"bad"}'],
    ['nothing', '', ''],
  ];
  for (const [what, body, said] of bodies) {
    it(`is taken from ${what}`, () => {
      assert.equal(serverMessage(body, null), said);
    });
  }

  it('is cut to one line of 300 characters', () => {
    const said = serverMessage('x\n'.repeat(400), null);
    assert.equal(said.length, 303);
    assert.ok(said.endsWith('...') && !said.includes('\n'));
  });

  it('loses the key, also where the cut would leave half of it', () => {
    const body = `${'x'.repeat(295)} sk-secret-key sk-secret-key`;
    const said = serverMessage(body, 'sk-secret-key');
    assert.ok(!said.includes('sk-'));
  });

  it('is left alone when the key is empty', () => {
    assert.equal(serverMessage('abc', ''), 'abc');
  });
});
