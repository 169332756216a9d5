import assert from 'node:assert/strict';
import { protocolOf } from '../../../runtime/agent/protocols/protocolOf.ts';
import { previewRollout, type PreviewMeans } from '../../../runtime/rollout/previewRollout.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { FixedPolicy } from '../../fakes/fixedPolicy.ts';
import { makeStarted, makeTask } from '../../fakes/records.ts';
import { testTools } from '../../fakes/sandboxPool.ts';

const { recipe } = makeStarted();

function means(over: Partial<PreviewMeans> = {}): PreviewMeans {
  return {
    ...{ task: makeTask(), files: noFiles, recipe, policy: new FixedPolicy('') },
    ...{ protocol: protocolOf('tool-r1'), environment: null, tools: testTools },
    importsAtHand: ['math'],
    ...over,
  };
}

const styled = (promptStyle: 'full' | 'compact' | 'bare') => ({
  ...recipe,
  agent: { ...recipe.agent, promptStyle },
});

describe('previewRollout', () => {
  it('gives the text that a rollout is shown before its question, in the style of the model', async () => {
    const { style, system, tools, contextTokens } = await previewRollout(means());
    assert.equal(style, 'full');
    assert.match(system, /inspect_file_as_text|final_answer/);
    assert.deepEqual([tools, contextTokens], [testTools, null]);
  });

  it('takes the style of the recipe where it has one', async () => {
    const full = await previewRollout(means({ recipe: styled('full') }));
    const compact = await previewRollout(means({ recipe: styled('compact') }));
    assert.equal(compact.style, 'compact');
    assert.ok(compact.examples.length > 0);
    assert.ok(compact.system.length < full.system.length);
  });

  it('counts system text and examples as the model does, and not the question', async () => {
    const wish = means({ recipe: styled('compact') });
    const { system, examples, promptTokens } = await previewRollout(wish);
    const characters = [system, ...examples.map(({ content }) => content)].join('').length;
    assert.equal(promptTokens, Math.ceil(characters / 4));
  });

  it('offers no final_answer where the answer stands in the reply, and the tools of a state alone', async () => {
    const math = await previewRollout(means({ protocol: protocolOf('artist-math') }));
    assert.ok(math.tools.every(({ isFinal }) => !isFinal));
    const stateTools = testTools.slice(0, 1);
    const environment = {
      tools: stateTools,
      sandbox: { tools: [], callTool: () => Promise.reject(new Error('no call')), imports: [] },
      open: () => Promise.reject(new Error('not opened')),
    };
    const calls = await previewRollout(
      means({ protocol: protocolOf('artist-tools'), environment }),
    );
    assert.deepEqual(calls.tools, stateTools);
  });
});
