import assert from 'node:assert/strict';
import {
  checkpointModelName,
  parseCheckpointName,
  parseModelName,
  parseServerModel,
} from '../../../runtime/policy/modelName.ts';
import { HumanError } from '../../../runtime/support/errors.ts';

describe('model names', () => {
  it('reads every kind', () => {
    assert.deepEqual(parseModelName(' embedded '), { kind: 'embedded' });
    assert.deepEqual(parseModelName('replay:replies/one.json'), {
      kind: 'replay',
      file: 'replies/one.json',
    });
    assert.deepEqual(parseModelName('onnx:models/qwen'), { kind: 'onnx', folder: 'models/qwen' });
    assert.deepEqual(parseModelName('gguf:C:\\models\\a.gguf'), {
      kind: 'gguf',
      file: 'C:\\models\\a.gguf',
      lora: null,
    });
    assert.deepEqual(parseModelName('gguf:a.gguf+lora:b.gguf'), {
      kind: 'gguf',
      file: 'a.gguf',
      lora: 'b.gguf',
    });
    assert.deepEqual(parseModelName('editor:copilot/gpt-4.1'), {
      kind: 'editor',
      id: 'copilot/gpt-4.1',
    });
    assert.deepEqual(parseModelName('qwen2.5-coder:7b@http://localhost:11434/v1'), {
      kind: 'server',
      name: 'qwen2.5-coder:7b',
      baseUrl: 'http://localhost:11434/v1',
      endpoint: 'chat',
    });
  });

  for (const [text, machine, run, step] of [
    ['checkpoint:first/4', null, 'first', 4],
    ['checkpoint:a100/first/120', 'a100', 'first', 120],
    ['checkpoint:ada@10.0.0.2/tool-r1 7b/0', 'ada@10.0.0.2', 'tool-r1 7b', 0],
    ['checkpoint:this computer/first/4', 'this computer', 'first', 4],
  ] as const) {
    it(`reads and writes ${text}`, () => {
      const name = { kind: 'checkpoint', machine, run, step } as const;
      assert.deepEqual(parseModelName(text), name);
      assert.deepEqual(parseCheckpointName(text), name);
      assert.equal(checkpointModelName(name), text);
    });
  }

  const addresses: [string, string, string, 'chat' | 'completions'][] = [
    ['m@http://h:8000/v1/', 'm', 'http://h:8000/v1', 'chat'],
    ['m@http://h:8000', 'm', 'http://h:8000', 'chat'],
    ['m@http://h/v1/chat/completions', 'm', 'http://h/v1', 'chat'],
    ['m@http://h/v1/completions', 'm', 'http://h/v1', 'completions'],
    ['m@http://h/v1/completions/', 'm', 'http://h/v1', 'completions'],
    ['m@https://h/api/mycompletions', 'm', 'https://h/api/mycompletions', 'chat'],
    ['@cf/meta/llama@https://h/v1', '@cf/meta/llama', 'https://h/v1', 'chat'],
    ['Qwen/Qwen2.5-7B@http://[::1]:8000/v1', 'Qwen/Qwen2.5-7B', 'http://[::1]:8000/v1', 'chat'],
    ['m@HTTP://Host/v1', 'm', 'http://host/v1', 'chat'],
  ];
  for (const [text, name, baseUrl, endpoint] of addresses) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parseServerModel(text), { kind: 'server', name, baseUrl, endpoint });
    });
  }

  const mistakes: [string, RegExp][] = [
    ['', /There is no model called ""/],
    ['gpt-4', /no model called "gpt-4".*NAME@BASE_URL/],
    ['embeded', /no model called "embeded"/],
    ['http://localhost:11434/v1', /no model name.*NAME@BASE_URL/],
    ['@http://localhost:11434/v1', /no model name/],
    ['m@localhost:11434/v1', /Write it with its scheme, for example m@http:\/\/localhost:11434/],
    ['m@', /not a web address/],
    ['checkpoint:first', /names no checkpoint\. Write checkpoint:RUN\/STEP/],
    ['checkpoint:first/last', /names no checkpoint/],
    ['checkpoint:/4', /names no checkpoint/],
    ['checkpoint:a/b/c/4', /names no checkpoint/],
    ['m@http://', /not a web address/],
    ['m@http://h:99999/v1', /not a web address/],
    ['m@https://user:secret@h/v1', /^The address of h holds a user name or password/],
    ['m@http://h/v1?api-version=1', /Take out everything from \?/],
    ['m@http://h/v1#x', /Take out everything/],
    ['replay:', /names no file/],
    ['editor:', /names no model/],
    ['onnx:', /names no file/],
    ['gguf:', /names no file/],
    ['gguf:+lora:b', /names no file/],
    ['gguf:a+lora:', /names no file/],
  ];
  for (const [text, message] of mistakes) {
    it(`refuses "${text}" and says why`, () => {
      assert.throws(
        () => parseModelName(text),
        (error) => error instanceof HumanError && message.test(error.message),
      );
    });
  }

  for (const text of [
    'm@https://user:secret@h/v1',
    'https://user:secret@h/v1',
    '@https://user:secret@h/v1',
    'm@https://h/v1?key=secret',
  ]) {
    it(`never repeats the secret in ${text}`, () => {
      assert.throws(
        () => parseModelName(text),
        (error) => error instanceof HumanError && !error.message.includes('secret'),
      );
    });
  }
});
