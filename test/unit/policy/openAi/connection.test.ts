import assert from 'node:assert/strict';
import { connectionProblem } from '../../../../runtime/policy/openAi/connection.ts';
import { parseServerModel } from '../../../../runtime/policy/modelName.ts';

/** An error as `fetch` throws it. */
function fetchFailed(code: string, depth = 1): Error {
  let error: Error = Object.assign(new Error(code), { code });
  for (let level = 0; level < depth; level += 1) {
    error = new TypeError('fetch failed', { cause: error });
  }
  return error;
}

const problem = (error: unknown, name = 'm@https://host.example/v1') =>
  connectionProblem(error, parseServerModel(name));

describe('failed connections', () => {
  const final: [string, string, RegExp][] = [
    ['ECONNREFUSED', 'policy/unreachable', /Nothing listens at https:\/\/host\.example\/v1/],
    ['ENOTFOUND', 'policy/unknown-host', /no host called host\.example/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'policy/untrusted-certificate', /NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', 'policy/untrusted-certificate', /CERT_HAS_EXPIRED/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'policy/not-https', /http:\/\//],
    ['EPROTO', 'policy/not-https', /http:\/\//],
  ];
  for (const [code, expected, message] of final) {
    it(`${code} is final`, () => {
      const found = problem(fetchFailed(code));
      assert.ok(found);
      assert.equal(found.failure.failure.code, expected);
      assert.match(found.failure.message, message);
      assert.equal(found.retry, false);
    });
  }

  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'UND_ERR_SOCKET']) {
    it(`${code} may pass`, () => {
      const found = problem(fetchFailed(code, 2));
      assert.ok(found);
      assert.equal(found.failure.failure.code, 'policy/connection-lost');
      assert.match(found.failure.message, new RegExp(code));
      assert.equal(found.retry, true);
    });
  }

  it('a body that ends too early may pass', () => {
    assert.equal(problem(new TypeError('terminated'))?.retry, true);
  });

  const starts: [string, RegExp][] = [
    ['m@http://localhost:11434/v1', /If it is Ollama, start it with: ollama serve/],
    ['m@http://localhost:1234/v1', /LM Studio.*lms server start/],
    ['m@http://localhost:8080/v1', /llama\.cpp.*llama-server/],
    ['m@http://localhost:8000/v1', /vLLM.*vllm serve m --port 8000/],
    ['m@http://localhost:9/v1', /Start the server or correct the address/],
  ];
  for (const [name, advice] of starts) {
    it(`tells how to start the server of ${name}`, () => {
      assert.match(problem(fetchFailed('ECONNREFUSED'), name)?.failure.message ?? '', advice);
    });
  }

  it('leaves other errors to others', () => {
    assert.equal(problem(new Error('something')), null);
    assert.equal(problem('text'), null);
    assert.equal(problem(null), null);
  });
});
