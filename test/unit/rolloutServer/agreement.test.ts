import assert from 'node:assert/strict';
import { protocolVersion, type Hello } from '../../../runtime/contract/training/rolloutServer.ts';
import {
  batchProblem,
  helloProblem,
  updateSize,
} from '../../../runtime/rolloutServer/agreement.ts';
import { makeRequest } from '../../fakes/trainingServer.ts';
import { smallRecipe, smallTraining } from '../../fakes/trainingRecords.ts';

const recipe = smallRecipe();
const hello: Hello = {
  runId: 'run-1',
  protocol: protocolVersion,
  step: 0,
  updateSize: 4,
  groupsPerStep: 2,
  temperature: recipe.agent.temperature,
  maxSequenceTokens: recipe.agent.maxSequenceTokens,
  tokenizerSha256: null,
  tokenizerProbe: null,
};

function problem(over: Partial<Hello>): string | null {
  return helloProblem({ ...hello, ...over }, recipe.agent, smallTraining());
}

describe('helloProblem', () => {
  it('is none when both mean the same', () => {
    assert.equal(problem({}), null);
    assert.equal(problem({ step: 12 }), null);
  });

  for (const over of [
    { protocol: protocolVersion + 1 },
    { updateSize: 3 },
    { groupsPerStep: 1 },
    { temperature: 0.123 },
    { maxSequenceTokens: 17 },
  ]) {
    const [[name, value]] = Object.entries(over) as [[string, number]];
    it(`names ${name} where it differs`, () => {
      assert.ok(problem(over)?.startsWith(`The trainer has ${name} ${value}, and the run `));
    });
  }
});

describe('batchProblem', () => {
  it('names the size that differs', () => {
    assert.equal(batchProblem(makeRequest(0), smallTraining()), null);
    const groups = batchProblem(makeRequest(0, { groups: 3 }), smallTraining());
    assert.ok(groups?.startsWith('The trainer has groups 3, and the run 2.'));
    const rows = batchProblem(makeRequest(0, { updateSize: 2 }), smallTraining());
    assert.ok(rows?.startsWith('The trainer has updateSize 2, and the run 4.'));
  });
});

describe('updateSize', () => {
  it('is the size of the group, or what down-sampling keeps of it', () => {
    assert.equal(updateSize(smallTraining()), 4);
    const { downSampling } = smallTraining();
    assert.equal(
      updateSize(smallTraining({ downSampling: { ...downSampling, enabled: true, keep: 3 } })),
      3,
    );
  });
});
