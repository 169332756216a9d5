import assert from 'node:assert/strict';
import type { RolloutPreview } from '../../../runtime/agentRuntime.ts';
import { ProtocolRecord } from '../../../runtime/contract/evaluation.ts';
import { protocolHash } from '../../../runtime/evaluate/protocolHash.ts';
import { protocolRecord, type ProtocolParts } from '../../../runtime/evaluate/protocolRecord.ts';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { sha256 } from '../../fakes/evaluations.ts';
import { makeTask } from '../../fakes/records.ts';
import { testTools } from '../../fakes/sandboxPool.ts';

const preview: RolloutPreview = {
  ...{ style: 'full', system: 'Use Python.', examples: [], tools: testTools },
  ...{ promptTokens: 228, contextTokens: 8192 },
};

describe('protocolRecord', () => {
  let parts: ProtocolParts;
  before(async () => {
    parts = {
      benchmark: { kind: 'tasks', name: 'tasks.jsonl', split: null },
      hashed: {
        tasks: [{ task: makeTask(), hash: sha256('one') }],
        ...{ tasksHash: sha256('tasks'), attachments: 2, attachmentsHash: sha256('files') },
      },
      recipe: await readRecipe('tool-r1', '/'),
      judge: { name: 'rule', version: '1', kind: 'rule' },
      ...{ seeds: [0, 1, 2], samplesPerSeed: 2, model: 'small@http://localhost:1/v1' },
      ...{ previews: [preview], runtimeVersion: '1.2.3', web: 'off', visionModel: null },
    };
  });

  it('holds every field of the checklist, and reads back as it was written', () => {
    const record = protocolRecord(parts);
    assert.deepEqual(ProtocolRecord.parse(JSON.parse(JSON.stringify(record))), record);
    assert.equal(protocolHash(ProtocolRecord.parse(record)), protocolHash(record));
    const { agent } = parts.recipe;
    assert.deepEqual(
      [record.seeds, record.samplesPerSeed, record.recipe, record.passScore],
      [[0, 1, 2], 2, 'tool-r1', 1],
    );
    assert.deepEqual(record.sampling, { temperature: agent.temperature, topP: agent.topP });
    assert.equal(record.limits.maxSequenceTokens, agent.maxSequenceTokens);
    assert.deepEqual(
      [record.outputSyntax, record.history, record.thinking],
      [...['tool-r1', 'native', 'thought']],
    );
    assert.deepEqual(
      [record.userSimulator, record.reformulation, record.baselinePrompt],
      [...[null, 'none', 'full']],
    );
    assert.match(record.errorBars, /bootstrap .*Wilson/);
    assert.equal(record.runtimeVersion, '1.2.3');
  });

  it('tells the texts that rollouts are shown, and counts the tokens of the longest', () => {
    const longer = { ...preview, system: 'Use Python, or else.', promptTokens: 302 };
    const one = protocolRecord(parts);
    const both = protocolRecord({ ...parts, previews: [preview, longer, preview] });
    assert.deepEqual(
      [one.prompt.texts, both.prompt.texts, one.prompt.characters, both.prompt.characters],
      [1, 2, 11, 20],
    );
    assert.deepEqual([one.model.promptTokens, both.model.promptTokens], [228, 302]);
    assert.notEqual(both.prompt.hash, one.prompt.hash);
    const turned = protocolRecord({ ...parts, previews: [longer, preview] });
    assert.equal(turned.prompt.hash, both.prompt.hash);
  });

  it('changes with a worked example, and with what a tool says of itself', () => {
    const base = protocolRecord(parts);
    const examples = [{ role: 'user' as const, content: 'How many?' }];
    const shown = protocolRecord({ ...parts, previews: [{ ...preview, examples }] });
    assert.notEqual(shown.prompt.hash, base.prompt.hash);
    const tools = testTools.map((tool) => ({ ...tool, description: 'Something else.' }));
    const other = protocolRecord({ ...parts, previews: [{ ...preview, tools }] });
    assert.deepEqual(other.tools.names, base.tools.names);
    assert.notEqual(other.tools.hash, base.tools.hash);
  });

  it('names the comparison as verifier where no judge is asked', async () => {
    const recipe = await readRecipe('artist-tools', '/');
    const { verifier } = protocolRecord({ ...parts, recipe });
    assert.deepEqual(verifier, { name: 'artist-tools', version: '1.2.3', kind: 'rule' });
    assert.equal(protocolRecord(parts).verifier.name, 'rule');
  });

  for (const [model, template] of [
    ['small@http://localhost:1/v1', 'server'],
    ['checkpoint:first/100', 'server'],
    ['embedded', 'model'],
    ['gguf:a.gguf', 'model'],
    ['onnx:folder', 'model'],
    ['editor:gpt', 'editor'],
    ['replay:a.jsonl', 'none'],
  ] as const) {
    it(`says that the chat template of ${model} is that of: ${template}`, () => {
      assert.equal(protocolRecord({ ...parts, model }).model.chatTemplate, template);
    });
  }

  it('refuses a name that is no model', () => {
    assert.throws(() => protocolRecord({ ...parts, model: 'x' }), /There is no model called "x"/);
  });
});
