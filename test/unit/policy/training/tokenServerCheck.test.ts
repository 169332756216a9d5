import assert from 'node:assert/strict';
import { tokenServerProblem } from '../../../../runtime/policy/training/tokenServerCheck.ts';
import { failure } from '../../../../runtime/support/errors.ts';
import { ScriptedTokenServer } from '../../../fakes/scriptedTokenServer.ts';
import { encode } from '../../../fakes/toyTokenizer.ts';

const never = new AbortController().signal;
const text = 'print the Observation';
const probe = { text, ids: encode(text) };
const otherProbe = { text, ids: [...encode(text).slice(1), 7] };
const silent = { tokenizerSha256: null, tokenizerProbe: null };

describe('tokenServerProblem', () => {
  const cases = [
    ['the same hash', 'abc', { tokenizerSha256: 'abc', tokenizerProbe: otherProbe }, false],
    ['another hash', 'abd', { tokenizerSha256: 'abc', tokenizerProbe: probe }, true],
    ['no hash and the same ids', null, { tokenizerSha256: 'abc', tokenizerProbe: probe }, false],
    ['no hash and other ids', null, { tokenizerSha256: 'abc', tokenizerProbe: otherProbe }, true],
    ['nothing to compare with', 'abc', silent, false],
  ] as const;
  for (const [what, sha256, trainer, isOther] of cases) {
    it(`${isOther ? 'refuses' : 'takes'} a server with ${what}`, async () => {
      const server = new ScriptedTokenServer();
      server.served = { sha256 };
      const problem = await tokenServerProblem(server, trainer, never);
      if (!isOther) assert.equal(problem, null);
      else
        assert.equal(
          problem,
          'The token server at http://127.0.0.1:1 has another tokenizer than the trainer. Start both with the same model folder.',
        );
    });
  }

  it('says what is wrong with a chat template, and where', async () => {
    const server = new ScriptedTokenServer();
    server.templateFault = failure('policy', 'template-not-usable', 'It changes turns.');
    const problem = await tokenServerProblem(server, silent, never);
    assert.equal(problem, 'http://127.0.0.1:1: It changes turns.');
  });

  it('leaves it to the rollouts to tell of a server that is gone', async () => {
    const gone = new ScriptedTokenServer();
    gone.served = null;
    gone.templateFault = new Error('must not be asked');
    assert.equal(await tokenServerProblem(gone, silent, never), null);
    const going = new ScriptedTokenServer();
    going.templateFault = failure('policy', 'unreachable', 'gone');
    assert.equal(await tokenServerProblem(going, silent, never), null);
  });

  it('hides no fault of its own', async () => {
    const broken = new ScriptedTokenServer();
    broken.templateFault = new TypeError('oops');
    await assert.rejects(tokenServerProblem(broken, silent, never), /oops/);
  });
});
