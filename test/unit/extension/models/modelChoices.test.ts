import assert from 'node:assert/strict';
import type { ModelListing } from '../../../../runtime/contract/requests.ts';
import {
  baseUrlOf,
  canTest,
  checkpointLabel,
  isServerOnly,
  modelGroups,
  testText,
} from '../../../../extension/models/modelChoices.ts';

const ollama = 'http://localhost:11434/v1';
const hosted = 'https://models.example.com/v1';

function one(
  name: string,
  kind: ModelListing['kind'],
  ready = true,
  detail = 'there',
): ModelListing {
  return { name, kind, ready, detail };
}

const listing: readonly ModelListing[] = [
  one('embedded', 'embedded', true, 'SmolLM2-135M-Instruct (4 bit), in the cache.'),
  one(`qwen2.5-coder@${ollama}`, 'server', true, 'on Ollama'),
  one(`@cf/meta/llama@${hosted}`, 'server', true, 'on models.example.com'),
  one('NAME@http://localhost:1234/v1', 'server', false, 'LM Studio does not answer.'),
  one('editor:vendor/model', 'editor', true, 'Model One'),
  one('gguf:FILE[+lora:FILE]', 'gguf', false),
  one('onnx:DIR', 'onnx', false),
  one('replay:FILE', 'replay', false),
];

/** Title of each group with the labels of its rows. */
function drawn(current: string, endpoints: readonly string[] = []): [string, string[]][] {
  return modelGroups(listing, endpoints, current).map(({ title, rows }) => [
    title,
    rows.map(({ label, description }) =>
      description === '' ? label : `${label} (${description})`,
    ),
  ]);
}

describe('list of models', () => {
  it('groups what is there, and keeps what is not there for the end', () => {
    assert.deepEqual(drawn('embedded', [hosted]), [
      ['Comes with Tool-R1', ['Embedded model (current)']],
      ['Endpoints', [`@cf/meta/llama (${hosted})`]],
      ['Servers that answer', [`qwen2.5-coder (${ollama})`]],
      ['Language models of the editor', ['vendor/model']],
      ['Not available now', ['Server at localhost:1234']],
    ]);
  });

  it('marks the current one, also a server', () => {
    const rows = modelGroups(listing, [], `qwen2.5-coder@${ollama}`).flatMap((group) => group.rows);
    const current = rows.filter(({ description }) => description.startsWith('current'));
    assert.deepEqual(
      current.map(({ name }) => name),
      [`qwen2.5-coder@${ollama}`],
    );
  });

  it('shows a current one that nobody listed, and says that', () => {
    const file = modelGroups(listing, [], 'gguf:/models/a.gguf').flatMap((group) => group.rows);
    const row = file.find(({ name }) => name === 'gguf:/models/a.gguf');
    assert.deepEqual(
      [row?.label, row?.description, row?.ready],
      ['gguf:/models/a.gguf', 'current', true],
    );
    const gone = modelGroups(listing, [], `gone@${ollama}`).flatMap((group) => group.rows);
    const server = gone.find(({ name }) => name === `gone@${ollama}`);
    assert.deepEqual([server?.label, server?.ready], ['gone', false]);
    assert.match(server?.detail ?? '', /does not list it now/);
  });

  it('does not offer forms such as gguf:FILE as models', () => {
    const names = modelGroups(listing, [], 'embedded').flatMap(({ rows }) =>
      rows.map((row) => row.name),
    );
    assert.equal(
      names.some((name) => /FILE|DIR/.test(name)),
      false,
    );
    assert.equal(new Set(names).size, names.length, 'a model is listed twice');
  });

  it('groups checkpoints, served or not, and never hides the chosen one', () => {
    const checkpoints = [
      one('checkpoint:first/4', 'checkpoint', true, 'Served on a100.'),
      one('checkpoint:first/6', 'checkpoint', false, 'Newest checkpoint of a run on a100.'),
    ];
    const groups = modelGroups([...listing, ...checkpoints], [], 'checkpoint:b200/second/2');
    const group = groups.find(({ title }) => title === 'Checkpoints of training runs');
    assert.deepEqual(
      group?.rows.map(({ label, description, ready }) => [label, description, ready]),
      [
        ['step 2 of b200/second', 'current', false],
        ['step 4 of first', '', true],
        ['step 6 of first', '', false],
      ],
    );
    assert.deepEqual(group.rows.map(canTest), [false, true, false]);
    assert.equal(checkpointLabel('embedded'), null);
  });

  it('knows a server that has no model to choose', () => {
    assert.equal(isServerOnly({ name: `NAME@${ollama}` }), true);
    assert.equal(isServerOnly({ name: `NAMED@${ollama}` }), false);
  });

  it('is there before anything was found', () => {
    assert.deepEqual(
      modelGroups([], [], 'embedded').map(({ title }) => title),
      ['Comes with Tool-R1'],
    );
  });
});

describe('address in a model name', () => {
  for (const [name, address] of [
    [`qwen@${ollama}`, ollama],
    [`@cf/meta/llama@${hosted}`, hosted],
    ['embedded', null],
    ['gguf:/a@b.gguf', null],
    ['name@host', null],
  ] as const) {
    it(`of ${name} is ${address ?? 'none'}`, () => assert.equal(baseUrlOf(name), address));
  }
});

describe('words on a test of a model', () => {
  it('say how long it took and what it said', () => {
    const test = { answers: true, detail: 'It said:\n  "Hello there"', milliseconds: 840 };
    assert.equal(testText(test), 'Answers in 0.8 s. It said: "Hello there"');
  });

  it('say what is wrong', () => {
    const test = { answers: false, detail: 'The key is wrong.', milliseconds: 12 };
    assert.equal(testText(test), 'Does not answer: The key is wrong.');
  });
});
