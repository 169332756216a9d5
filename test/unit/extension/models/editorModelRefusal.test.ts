import assert from 'node:assert/strict';
import { ResponseError } from 'vscode-jsonrpc/node';
import { refusalOf } from '../../../../extension/models/editorModelRefusal.ts';

function languageModelError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

describe('refusal of an editor model', () => {
  for (const [code, said, reason, sentence] of [
    ['NoPermissions', 'no', 'no-permission', /may not use the language model a\/b.*allow it/],
    ['NotFound', 'no', 'not-found', /does not offer the language model a\/b any more/],
    ['Blocked', 'filtered', 'blocked', /refused the request \(filtered\)/],
    ['Blocked', 'You exceeded your quota', 'quota', /quota .* is used up \(You exceeded/],
    ['Unknown', 'socket closed', 'unavailable', /could not answer \(socket closed\)/],
  ] as const) {
    it(`says ${reason} for ${code}: ${said}`, () => {
      const refusal = refusalOf(languageModelError(code, said), 'a/b');
      assert.ok(refusal instanceof ResponseError, 'the connection would not carry its reason over');
      assert.deepEqual(refusal.data, { reason });
      assert.match(refusal.message, sentence);
    });
  }

  it('takes anything that was thrown', () => {
    assert.deepEqual(refusalOf('strange', 'a/b').data, { reason: 'unavailable' });
  });
});
