import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type { Batch } from '../../runtime/contract/training/rolloutServer.ts';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { callLines, deskSetting } from '../fakes/deskTask.ts';
import { RolloutsProcess, writeRun } from '../fakes/rolloutsProcess.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { FakeTokenServer, type Speak } from '../fakes/tokenServer.ts';
import { decode } from '../fakes/toyTokenizer.ts';

const small = ['queue.groupSize=4', 'queue.freshPerVisit=2', 'groupsPerStep=2'];

/** The dialects of the other papers over several turns, with real Python: every prompt must go on from what was sampled. */
describe('tool-r1 rollouts in the dialects of other papers', function () {
  this.timeout(120_000);
  const inFolder = temporaryFolder();

  async function sample(
    recipeName: string,
    tasks: readonly object[],
    speak: Speak,
  ): Promise<Batch> {
    const recipe = await readRecipe(recipeName, inFolder(), small);
    await mkdir(inFolder('run'));
    await writeRun(inFolder('run'), tasks, { recipe });
    const tokens = await FakeTokenServer.start({ speak, contextTokens: 100_000 });
    const server = await RolloutsProcess.start(inFolder('run'), tokens.baseUrl);
    try {
      const { agent, training } = recipe;
      assert.ok(training);
      const { maxSequenceTokens, temperature } = agent;
      const keep = training.downSampling.enabled ? training.downSampling.keep : 4;
      const sizes = { updateSize: keep, groupsPerStep: 2, maxSequenceTokens, temperature };
      await server.post('/v1/hello', { protocol: 1, step: 0, tokenizerSha256: null, ...sizes });
      await server.restore(0, null);
      return await server.batch(0);
    } finally {
      await server.kill();
      await tokens.close();
    }
  }

  const half = (seed: number) => seed % 2 === 0;

  it('ARTIST, mathematics: thought, Python, output, answer', async () => {
    const tasks = ['a', 'b'].map((id) => ({
      id,
      question: 'What is 3 + 4?',
      referenceAnswer: '7',
    }));
    const { groups, counters } = await sample('artist-math', tasks, ({ prompt, seed }) =>
      /user\n<output>/.test(prompt)
        ? `<think>It says so.</think>\n<answer>${half(seed) ? 7 : 8}</answer><|im_end|>`
        : '<think>I add.</think>\n<python>\nprint(3 + 4)\n</python>\n',
    );
    assert.equal(counters.statuses.ok, 8);
    assert.ok(groups.length > 0);
    for (const { completionIds, turns, reward } of groups.flatMap((group) => group.trajectories)) {
      assert.equal(turns, 2);
      const text = decode(completionIds);
      assert.match(text, /<\/python>\n<\|im_end\|>\n<\|im_start\|>user\n<output>\n?7/);
      assert.match(text, /<answer>[78]<\/answer>$/);
      assert.equal(reward.total, text.includes('<answer>7<') ? 3.5 : 1.5);
    }
  });

  it('ARTIST, function calling: calls change a state that is compared with the true one', async () => {
    const truth = deskSetting.truth.map(({ name, arguments: given }) => [name, given] as const);
    const task = {
      question: 'Book what the note asks for and file the note.',
      referenceAnswer: callLines(...truth),
      metadata: { environment: deskSetting },
    };
    const tasks = ['a', 'b'].map((id) => ({ id, ...task }));
    const { groups, counters } = await sample('artist-tools', tasks, ({ prompt, seed }) => {
      if (prompt.includes('user\n<tool_result>')) return '<reasoning>Done.</reasoning><|im_end|>';
      const calls = half(seed) ? truth : truth.slice(0, 1);
      return `<reasoning>I begin.</reasoning>\n<tool>\n${callLines(...calls)}\n</tool>\n`;
    });
    assert.equal(counters.statuses.ok, 8);
    const rows = groups.flatMap(({ trajectories }) => trajectories);
    assert.ok(rows.length > 0);
    const totals = new Set(rows.map(({ reward }) => reward.total));
    assert.ok(totals.size === 2, `rewards ${[...totals].join(', ')}`);
    for (const { completionIds } of rows) {
      assert.match(
        decode(completionIds),
        /<\/tool>\n<\|im_end\|>\n<\|im_start\|>user\n<tool_result>/,
      );
    }
  });

  it('ToolRL: one turn, nothing is called', async () => {
    const call = (value: number) => callLines(['add', { value }]);
    const answer = (value: number) =>
      `<think>I add.</think>\n<tool_call>\n${call(value).replace('"arguments"', '"parameters"')}\n</tool_call>`;
    const tasks = ['a', 'b'].map((id) => ({ id, question: 'Add 1.', referenceAnswer: answer(1) }));
    const { groups, counters } = await sample(
      'toolrl',
      tasks,
      ({ seed }) => `${answer(half(seed) ? 1 : 2)}<|im_end|>`,
    );
    assert.equal(counters.statuses.ok, 8);
    const rows = groups.flatMap(({ trajectories }) => trajectories);
    assert.ok(rows.length > 0);
    for (const { turns, mask, reward, completionIds } of rows) {
      assert.equal(turns, 1);
      assert.ok(mask.every((value) => value === 1));
      assert.equal(reward.total === 4, decode(completionIds).includes('"value":1'));
    }
  });
});
