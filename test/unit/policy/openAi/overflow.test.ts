import assert from 'node:assert/strict';
import { readOverflow } from '../../../../runtime/policy/openAi/overflow.ts';

/** What servers say when a prompt is too long: who, message, context, prompt. */
const messages: [string, string, number | null, number | null][] = [
  [
    'vLLM 0.9',
    "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
    16384,
    112946,
  ],
  [
    'vLLM 0.11',
    "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please reduce the length of the input messages.",
    4096,
    5000,
  ],
  [
    'vLLM, reply too long',
    "'max_tokens' or 'max_completion_tokens' is too large: 10000. This model's maximum context length is 4096 tokens and your request has 24 input tokens (10000 > 4096 - 24).",
    4096,
    24,
  ],
  [
    'vLLM, prompt alone',
    'The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.',
    4096,
    5000,
  ],
  [
    'SGLang',
    "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
    4096,
    5000,
  ],
  [
    'SGLang, total',
    "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 5096 tokens: 5000 tokens from the input messages and 96 tokens for the completion.",
    4096,
    5000,
  ],
  [
    'llama.cpp',
    'request (1407 tokens) exceeds the available context size (256 tokens), try increasing it',
    256,
    1407,
  ],
  ['llama-cpp-python', 'Requested tokens (2285) exceed context window of 2048', 2048, 2285],
  [
    'LM Studio',
    'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
    32768,
    111490,
  ],
  [
    'LM Studio, while writing',
    'Reached context length of 4096 tokens with model (arch: qwen3) that does not currently support mid-generation context overflow.',
    4096,
    null,
  ],
  ['LM Studio, MLX', 'Context size has been exceeded.', null, null],
  ['Ollama', 'the input length exceeds the context length', null, null],
  [
    'OpenAI',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    8192,
    9000,
  ],
  [
    'OpenAI, newer',
    'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.',
    272000,
    300000,
  ],
  [
    'Gemini',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    1048576,
    1200000,
  ],
  ['Claude', 'prompt is too long: 210000 tokens > 200000 maximum', 200000, 210000],
  [
    'TGI',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 20 `max_new_tokens`',
    4096,
    5000,
  ],
  ['thousands', "The model's maximum context length is 8,192 tokens.", 8192, null],
];

describe('context overflow', () => {
  for (const [server, message, contextTokens, promptTokens] of messages) {
    it(`is recognised in the words of ${server}`, () => {
      const body = JSON.stringify({ error: { message } });
      assert.deepEqual(readOverflow(body), { contextTokens, promptTokens });
    });
  }

  it('is read from the fields of llama.cpp', () => {
    const error = {
      code: 400,
      message: 'the request exceeds the available size',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 1407,
      n_ctx: 256,
    };
    assert.deepEqual(readOverflow(JSON.stringify({ error })), {
      contextTokens: 256,
      promptTokens: 1407,
    });
  });

  it('is recognised by the code of OpenAI alone', () => {
    const error = { message: 'Too much.', code: 'context_length_exceeded' };
    assert.deepEqual(readOverflow(JSON.stringify({ error })), {
      contextTokens: null,
      promptTokens: null,
    });
  });

  for (const other of [
    '',
    'not JSON',
    '{"error":{"message":"The model does not exist."}}',
    '{"error":{"message":"Invalid parameter: temperature must be at most 2"}}',
    '{"error":"Rate limit reached for tokens per minute: limit 30000, used 29000"}',
  ]) {
    it(`is not seen in ${other || 'nothing'}`, () => {
      assert.equal(readOverflow(other), null);
    });
  }
});
