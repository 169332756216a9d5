import assert from 'node:assert/strict';
import { Recipe } from '../../../runtime/contract/recipe.ts';
import type {
  EnvironmentSandbox,
  TaskEnvironment,
} from '../../../runtime/environment/taskEnvironment.ts';
import { reportTool } from '../../../runtime/environment/environmentChannel.ts';
import toolR1Recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import {
  offeredTools,
  openPlace,
  type PlaceLenders,
} from '../../../runtime/rollout/rolloutPlace.ts';
import type { SandboxWish } from '../../../runtime/rollout/borrowedSandbox.ts';
import type { Sandbox } from '../../../runtime/sandbox/sandbox.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { echoSandbox, FakeSandboxPool } from '../../fakes/fakeSandbox.ts';
import { never, testTools } from '../../fakes/sandboxPool.ts';

const outcome = {
  attributes: 2,
  matchedAttributes: 1,
  results: 1,
  matchedResults: 1,
  differing: ['files.files'],
  missing: [],
};

function environmentThat(open: (sandbox: Sandbox) => Promise<EnvironmentSandbox>): TaskEnvironment {
  return {
    tools: testTools.slice(1, 2),
    sandbox: {
      tools: [reportTool],
      callTool: () => Promise.resolve({ ok: true, value: null }),
      imports: ['datetime', 'json', 'html'],
    },
    open,
  };
}

/** The sandbox itself, which compares too. */
function comparing(sandbox: Sandbox): Promise<EnvironmentSandbox> {
  return Promise.resolve(Object.assign(sandbox, { compare: () => Promise.resolve(outcome) }));
}

const wish: SandboxWish = {
  trajectoryId: 't1',
  branch: null,
  files: noFiles,
  recipe: Recipe.parse(toolR1Recipe),
  seed: 7,
  quarantine: null,
  signal: never,
};

function lenders(pool: FakeSandboxPool, environment: TaskEnvironment | null): PlaceLenders {
  const callTool = () => Promise.reject(new Error('not asked'));
  return { pool, kept: null, tools: testTools, callTool, environment };
}

describe('offeredTools', () => {
  it('offers final_answer only where code gives the answer', () => {
    const names = (answersIn: 'code' | 'reply') =>
      offeredTools({ answersIn }, { environment: null, tools: testTools }).map(({ name }) => name);
    assert.deepEqual(names('code'), ['final_answer', 'web_qa', 'inspect_file_as_text']);
    assert.deepEqual(names('reply'), ['web_qa', 'inspect_file_as_text']);
  });

  it('offers the tools of the state alone, where there is one', () => {
    const environment = environmentThat(comparing);
    const tools = offeredTools({ answersIn: 'reply' }, { environment, tools: testTools });
    assert.deepEqual(tools, environment.tools);
  });
});

describe('openPlace', () => {
  it('is a borrowed sandbox where the task has no environment', async () => {
    const sandbox = echoSandbox();
    const pool = new FakeSandboxPool(sandbox);
    const place = await openPlace(wish, lenders(pool, null));
    assert.equal(place.sandbox, sandbox);
    assert.equal(await place.compare(), null);
    assert.deepEqual(pool.episodes[0]?.tools, testTools);
    await place.giveBack(1);
    assert.equal(sandbox.released, 1);
  });

  it('gives an environment the sandbox that it needs, and nothing of the agent', async () => {
    const pool = new FakeSandboxPool(echoSandbox());
    const place = await openPlace(wish, lenders(pool, environmentThat(comparing)));
    const [episode] = pool.episodes;
    assert.ok(episode !== undefined);
    assert.deepEqual(episode.tools, [reportTool]);
    assert.deepEqual(await episode.callTool('report', {}, never), { ok: true, value: null });
    const { allowedImports } = wish.recipe.sandbox;
    // The recipe has all three already, so none is there twice.
    assert.deepEqual(episode.settings.allowedImports, allowedImports);
    assert.deepEqual(await place.compare(), outcome);
    assert.equal(place.hasNamespace, false);
  });

  it('adds the modules that the recipe lacks', async () => {
    const pool = new FakeSandboxPool(echoSandbox());
    const recipe = { sandbox: { ...wish.recipe.sandbox, allowedImports: ['json'] } };
    await openPlace({ ...wish, recipe }, lenders(pool, environmentThat(comparing)));
    assert.deepEqual(pool.episodes[0]?.settings.allowedImports, ['json', 'datetime', 'html']);
  });

  it('gives the sandbox back when the environment cannot be opened', async () => {
    const sandbox = echoSandbox();
    const broken = environmentThat(() => Promise.reject(new Error('no such state')));
    await assert.rejects(openPlace(wish, lenders(new FakeSandboxPool(sandbox), broken)), {
      message: 'no such state',
    });
    assert.equal(sandbox.released, 1);
  });

  it('never keeps a state for another question', async () => {
    const sandbox = echoSandbox();
    const pool = new FakeSandboxPool(sandbox);
    const place = await openPlace(wish, lenders(pool, environmentThat(comparing)));
    await place.giveBack(3);
    assert.equal(sandbox.released, 1);
  });
});
