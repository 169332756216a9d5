import assert from 'node:assert/strict';
import type { ProtocolRecord } from '../../../runtime/contract/evaluation.ts';
import {
  conditionsHash,
  protocolDifferences,
  protocolHash,
} from '../../../runtime/evaluate/protocolHash.ts';
import { makeProtocol, sha256 } from '../../fakes/evaluations.ts';

const base = makeProtocol();

describe('protocolHash', () => {
  it('stays the same for another model and another name of the same data', () => {
    const other = makeProtocol({
      model: { name: 'large', chatTemplate: 'model', contextTokens: null, promptTokens: 9 },
      data: { ...base.data, name: 'copy.jsonl' },
    });
    assert.equal(protocolHash(other), protocolHash(base));
    assert.deepEqual(protocolDifferences(base, other), []);
  });

  const changes: readonly (readonly [field: string, change: Partial<ProtocolRecord>])[] = [
    ['seeds', { seeds: [0] }],
    ['samplesPerSeed', { samplesPerSeed: 2 }],
    ['prompt.style', { prompt: { ...base.prompt, style: 'compact' } }],
    ['prompt.hash', { prompt: { ...base.prompt, hash: sha256('other') } }],
    ['outputSyntax', { outputSyntax: 'artist-math' }],
    ['history', { history: 'flattened' }],
    ['thinking', { thinking: 'none' }],
    ['verifier.version', { verifier: { ...base.verifier, version: '2' } }],
    ['sampling.temperature', { sampling: { ...base.sampling, temperature: 0 } }],
    ['limits.maxReplyTokens', { limits: { ...base.limits, maxReplyTokens: 7 } }],
    ['data.tasksHash', { data: { ...base.data, tasksHash: sha256('others') } }],
    ['data.attachmentsHash', { data: { ...base.data, attachmentsHash: sha256('others') } }],
    ['errorBars', { errorBars: 'none' }],
    ['runtimeVersion', { runtimeVersion: '2.0.0' }],
    ['userSimulator', { userSimulator: 'another model' }],
    ['web', { web: 'live' }],
  ];
  for (const [field, change] of changes) {
    it(`changes with ${field}, and the difference names it`, () => {
      const other = makeProtocol(change);
      assert.notEqual(protocolHash(other), protocolHash(base));
      assert.deepEqual(
        protocolDifferences(base, other).map((one) => one.field),
        [field],
      );
    });
  }

  it('tells both values, and null for a field that one of them lacks', () => {
    const later = makeProtocol({ seeds: [0], futureField: { a: 1 } });
    assert.deepEqual(protocolDifferences(base, later), [
      { field: 'seeds', first: '[0,1,2]', second: '[0]' },
      { field: 'futureField', first: 'null', second: '{"a":1}' },
    ]);
  });
});

describe('conditionsHash', () => {
  it('stays the same when seeds and samples are added, and changes with the model', () => {
    const more = makeProtocol({ seeds: [0, 1, 2, 3], samplesPerSeed: 4 });
    assert.equal(conditionsHash(more), conditionsHash(base));
    const other = makeProtocol({ model: { ...base.model, name: 'large' } });
    assert.notEqual(conditionsHash(other), conditionsHash(base));
    const cooler = makeProtocol({ sampling: { temperature: 0, topP: 1 } });
    assert.notEqual(conditionsHash(cooler), conditionsHash(base));
  });
});
