import assert from 'node:assert/strict';
import {
  completionBody,
  readCompletion,
  type CompletionRequest,
} from '../../../../runtime/policy/training/tokenWire.ts';

const request: CompletionRequest = {
  promptIds: [5, 6],
  maxTokens: 4,
  temperature: 0.6,
  stop: ['<end_code>'],
  stopTokenIds: [2],
  seed: 11,
};

function answer(over: Record<string, unknown> = {}, logprobs: Record<string, unknown> = {}) {
  return {
    id: 'cmpl-1',
    choices: [
      {
        text: 'x',
        token_ids: [7, 8],
        prompt_token_ids: [5, 6],
        finish_reason: 'stop',
        stop_reason: '<end_code>',
        logprobs: { token_logprobs: [-0.5, 0], tokens: ['token_id:7', 'token_id:8'], ...logprobs },
        ...over,
      },
    ],
  };
}

function problem(value: unknown): string {
  const read = readCompletion(value, request);
  assert.ok(!read.ok, 'it was taken');
  return read.problem;
}

describe('completionBody', () => {
  it('says every sampling parameter, so that no model setting comes in', () => {
    assert.deepEqual(completionBody('policy-v3', request), {
      model: 'policy-v3',
      prompt: [5, 6],
      max_tokens: 4,
      temperature: 0.6,
      top_p: 1,
      top_k: 0,
      min_p: 0,
      repetition_penalty: 1,
      logprobs: 0,
      return_token_ids: true,
      return_tokens_as_token_ids: true,
      skip_special_tokens: false,
      stop: ['<end_code>'],
      stop_token_ids: [2],
      seed: 11,
    });
  });
});

describe('readCompletion', () => {
  it('gives ids, log-probabilities and the stop string', () => {
    assert.deepEqual(readCompletion(answer(), request), {
      ok: true,
      value: {
        text: 'x',
        ids: [7, 8],
        logProbs: [-0.5, 0],
        finishReason: 'stop',
        stopString: '<end_code>',
      },
    });
  });

  it('tells a stop token and the own end of the model from a stop string', () => {
    for (const stop_reason of [2, null, undefined]) {
      const read = readCompletion(answer({ stop_reason }), request);
      assert.ok(read.ok);
      assert.equal(read.value.stopString, null);
    }
  });

  it('takes an answer that repeats neither prompt nor tokens', () => {
    assert.ok(readCompletion(answer({ prompt_token_ids: null }, { tokens: null }), request).ok);
  });

  it('refuses log-probabilities that no probability has', () => {
    assert.match(problem(answer({}, { token_logprobs: [-0.5, 0.1] })), /token 1 is positive/);
    assert.match(problem(answer({}, { token_logprobs: [Number.NaN, -1] })), /not a finite number/);
    assert.match(problem(answer({}, { token_logprobs: [-Infinity, -1] })), /not a finite number/);
    assert.match(problem(answer({}, { token_logprobs: [null, -1] })), /not a finite number/);
  });

  it('refuses lengths that do not fit', () => {
    assert.match(problem(answer({}, { token_logprobs: [-1] })), /2 tokens have 1 log-prob/);
    assert.match(problem(answer({ token_ids: [] })), /no token was sampled/);
    const long = { token_ids: [1, 2, 3, 4, 5] };
    const logprobs = { token_logprobs: [-1, -1, -1, -1, -1], tokens: null };
    assert.match(problem(answer(long, logprobs)), /5 tokens were sampled where 4 were allowed/);
  });

  it('refuses another prompt and log-probabilities of other tokens', () => {
    assert.match(problem(answer({ prompt_token_ids: [5] })), /changed the prompt/);
    assert.match(problem(answer({}, { tokens: ['token_id:7', 'token_id:9'] })), /other tokens/);
  });

  it('refuses what is no answer at all', () => {
    assert.match(problem({ choices: [] }), /choices/);
    assert.match(problem(answer({ finish_reason: 'abort' })), /finish_reason/);
    assert.match(problem('busy'), /object/);
  });
});
