import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { readRecipe, readRecipeWithSources } from '../../../runtime/recipes/readRecipe.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('readRecipe', () => {
  const inFolder = temporaryFolder();

  const write = (name: string, recipe: unknown) =>
    writeFile(inFolder(name), typeof recipe === 'string' ? recipe : JSON.stringify(recipe));

  /** A file that differs from tool-r1 by what is given. */
  const mine = (differences: object) => ({
    version: 1,
    name: 'mine',
    description: 'Mine.',
    extends: 'tool-r1',
    ...differences,
  });

  async function rejection(name: string, changes: readonly string[] = []): Promise<string> {
    try {
      await readRecipe(name, inFolder(), changes);
    } catch (error) {
      assert.ok(error instanceof HumanError, String(error));
      assert.doesNotMatch(error.message, /\n/);
      return error.message;
    }
    return assert.fail(`${name} was taken`);
  }

  it('knows tool-r1, with the weights of the paper', async () => {
    const recipe = await readRecipe('tool-r1', inFolder());
    assert.equal(recipe.name, 'tool-r1');
    assert.deepEqual(recipe.reward, {
      kind: 'tool-r1',
      weights: { answer: 1, parse: 0.3, exec: 0.3 },
    });
    assert.equal(recipe.agent.maxSteps, 10);
  });

  it('gives a recipe to run, without what is said about its values', async () => {
    const recipe = await readRecipe('tool-r1-paper', inFolder());
    assert.deepEqual(
      [recipe['extends'], recipe.sources, recipe.notes],
      [undefined, undefined, undefined],
    );
    assert.ok(recipe.training !== undefined && recipe.sandbox.allowedImports.length > 50);
  });

  it('reads a whole recipe from a file, from the folder where the person is', async () => {
    await write('mine.json', { ...(await readRecipe('tool-r1', inFolder())), name: 'mine' });
    assert.equal((await readRecipe('mine.json', inFolder())).name, 'mine');
  });

  describe('extends', () => {
    it('takes field by field what the file does not say', async () => {
      await write('mine.json', mine({ training: { queue: { window: { low: 0.1 } } } }));
      const [own, base] = await Promise.all([
        readRecipe('mine.json', inFolder()),
        readRecipe('tool-r1', inFolder()),
      ]);
      assert.deepEqual(own.training?.queue.window, { low: 0.1, high: 0.8 });
      assert.deepEqual(own.training.optimiser, base.training?.optimiser);
      assert.equal(own.description, 'Mine.');
    });

    it('replaces lists whole, and a reward of another kind', async () => {
      await write(
        'mine.json',
        mine({ sandbox: { allowedImports: ['math'] }, reward: { kind: 'binary-answer' } }),
      );
      const { sandbox, reward } = await readRecipe('mine.json', inFolder());
      assert.deepEqual([sandbox.allowedImports, reward], [['math'], { kind: 'binary-answer' }]);
    });

    it('looks for a file from the folder of the file that names it', async () => {
      await mkdir(inFolder('base'));
      await write('base/first.json', mine({ agent: { maxSteps: 3 } }));
      await write('base/second.json', mine({ extends: 'first.json', agent: { topP: 0.9 } }));
      await write('mine.json', mine({ extends: 'base/second.json' }));
      const { agent } = await readRecipe('mine.json', inFolder());
      assert.deepEqual([agent.maxSteps, agent.topP, agent.temperature], [3, 0.9, 0.6]);
    });

    it('refuses a circle, and shows it', async () => {
      await write('a.json', mine({ extends: 'b.json' }));
      await write('b.json', mine({ extends: 'a.json' }));
      assert.match(await rejection('a.json'), /a\.json extends itself: .*a\.json -> .*b\.json -> /);
    });

    it('names the file in which something is wrong', async () => {
      await write('base.json', mine({ agent: { maxSteps: 0 } }));
      await write('mine.json', mine({ extends: 'base.json' }));
      assert.match(
        await rejection('mine.json'),
        /^base\.json is not a recipe: agent\.maxSteps must/,
      );
      await write('mine.json', mine({ extends: 'nowhere.json' }));
      assert.match(
        await rejection('mine.json'),
        /There is no recipe nowhere\.json \(no such file\)/,
      );
    });
  });

  const wrong: readonly (readonly [name: string, content: unknown, message: RegExp])[] = [
    ['no JSON', 'name: mine', /^mine\.json is not a recipe: not JSON/],
    ['a list', [], /is not a recipe: /],
    ['no name', { version: 1 }, /: name is missing; it must be text/],
    ['another version', mine({ version: 2 }), /: version must be 1, not 2/],
    [
      'half a recipe',
      { version: 1, name: 'm', description: '' },
      /: agent is missing; it must be an/,
    ],
    [
      'a number out of range',
      mine({ agent: { maxSteps: 0 } }),
      /: agent\.maxSteps must be at least 1, not 0/,
    ],
    [
      'text for a number',
      mine({ agent: { topP: '1' } }),
      /: agent\.topP must be a number, not "1"/,
    ],
    [
      'an unknown choice',
      mine({ training: { optimiser: { loss: 'ppo' } } }),
      /: training\.optimiser\.loss must be one of dapo, grpo, dr-grpo, not "ppo"/,
    ],
    [
      'a misspelt setting',
      mine({ training: { queue: { freshPerVist: 4 } } }),
      /: training\.queue\.freshPerVist is not a setting; did you mean freshPerVisit\?/,
    ],
    [
      'a misspelt part',
      mine({ trianing: {} }),
      /: trianing is not a setting; did you mean training\?/,
    ],
    [
      'a setting of another reward',
      mine({ reward: { kind: 'exact-set', needsFormat: true, weights: {} } }),
      /: reward\.weights is not a setting; what there is: kind, needsFormat/,
    ],
    [
      'a source of nothing',
      mine({ sources: { 'agent.maxStep': 'ours' } }),
      /: agent\.maxStep is not a setting/,
    ],
    [
      'an unknown source',
      mine({ sources: { agent: 'blog' } }),
      /: sources\.agent must be one of paper, code, ours/,
    ],
    [
      'a window upside down',
      mine({ training: { queue: { window: { low: 0.9 } } } }),
      /: training\.queue\.window: low is above high; swap them/,
    ],
    [
      'more fresh ones than there are',
      mine({ training: { queue: { freshPerVisit: 17 } } }),
      /freshPerVisit \(17\) is above groupSize \(16\); make it 16 or less/,
    ],
    [
      'more kept than sampled',
      mine({ training: { downSampling: { enabled: true, keep: 32 } } }),
      /downSampling\.keep \(32\) is above queue\.groupSize \(16\)/,
    ],
    [
      'one kept and compared with itself',
      mine({ training: { downSampling: { enabled: true, keep: 1, advantageOver: 'selected' } } }),
      /leaves nothing to compare over the selected/,
    ],
    ['a group of one', mine({ training: { queue: { groupSize: 1 } } }), /make it 2 or more/],
    [
      'replies longer than everything',
      mine({ agent: { maxReplyTokens: 9000 } }),
      /maxReplyTokens \(9000\) is above maxSequenceTokens \(8192\)/,
    ],
    [
      'a reward that the protocol has nothing for',
      mine({ reward: { kind: 'exact-set', needsFormat: true } }),
      /reward\.kind exact-set does not fit agent\.protocol tool-r1; it needs the protocol toolrl or/,
    ],
    ['a judge without model', mine({ training: { judge: 'llm' } }), /has no training\.judgeModel/],
  ];
  for (const [name, content, message] of wrong) {
    it(`says what is wrong with ${name}`, async () => {
      await write('mine.json', content);
      assert.match(await rejection('mine.json'), message);
    });
  }

  it('does not mind what a switched-off part says', async () => {
    const off = { queue: { enabled: false, freshPerVisit: 17 }, downSampling: { keep: 32 } };
    await write('mine.json', mine({ training: off }));
    assert.equal((await readRecipe('mine.json', inFolder())).training?.downSampling.keep, 32);
  });

  it('names what there is when there is no such recipe', async () => {
    assert.match(
      await rejection('grpo'),
      /There is no recipe grpo \(no such file\)\. Use tool-r1, .*vanilla-grpo, or the path/,
    );
  });

  describe('changes', () => {
    const changed: readonly (readonly [change: string, path: string, value: unknown])[] = [
      ['training.queue.resample=false', 'queue.resample', false],
      ['queue.resample=false', 'queue.resample', false],
      ['learningRate = 1e-5', 'optimiser.learningRate', 1e-5],
      ['optimiser.maxSteps=null', 'optimiser.maxSteps', null],
      ['adamBetas=[0.8,0.95]', 'optimiser.adamBetas', [0.8, 0.95]],
      ['training.model=/models/a=b', 'model', '/models/a=b'],
      ['queue.window={"low":0}', 'queue.window', { low: 0, high: 0.8 }],
    ];
    for (const [change, path, value] of changed) {
      it(`makes ${change}`, async () => {
        const { training } = await readRecipe('tool-r1', inFolder(), [change]);
        const found = path
          .split('.')
          .reduce<unknown>(
            (at, name) => Object.entries(at ?? {}).find(([key]) => key === name)?.[1],
            training,
          );
        assert.deepEqual(found, value);
      });
    }

    it('makes them one after the other, so that a new kind can be filled', async () => {
      const { reward } = await readRecipe('efficient', inFolder(), [
        'reward.kind=toolrl',
        'reward.detail=list',
        'exactLists=true',
        'matching=optimal',
        'correctnessRange=1',
        'reward.scale=dynamic',
        'reward.length=none',
      ]);
      assert.deepEqual(reward, {
        kind: 'toolrl',
        detail: 'list',
        exactLists: true,
        matching: 'optimal',
        correctnessRange: 1,
        scale: 'dynamic',
        length: 'none',
      });
    });

    const refused: readonly (readonly [change: string, message: RegExp])[] = [
      ['queue.resample', /changes nothing\. Write it as path=value/],
      ['=3', /changes nothing/],
      ['queue.resmaple=false', /no such setting\. Did you mean queue\.resample\?/],
      ['wholly.unlike=1', /no such setting\. tool-r1 recipe show NAME lists/],
      ['version=2', /no such setting/],
      [
        'agent.maxSteps=many',
        /^--set agent\.maxSteps=many: agent\.maxSteps must be a number, not "many"/,
      ],
      ['agent.maxSteps=1.5', /must be a whole number, not 1\.5/],
      ['rolloutTimeoutMilliseconds=0', /rolloutTimeoutMilliseconds must be at least 1, not 0/],
      ['passScore=0.7', /training\.passScore must be 1 or 0\.5, not 0\.7/],
      [
        'maxSteps=3',
        /may be agent\.maxSteps or training\.optimiser\.maxSteps\. Write the whole path/,
      ],
      ['adamBetas=[0.9]', /must be a list of at least 2 entries/],
      ['lora={"rnk":8}', /training\.optimiser\.lora\.rnk is not a setting; did you mean rank\?/],
      ['queue.freshPerVisit=17', /freshPerVisit \(17\) is above groupSize \(16\)/],
    ];
    for (const [change, message] of refused) {
      it(`refuses ${change}`, async () =>
        assert.match(await rejection('tool-r1', [change]), message));
    }
  });

  describe('sources', () => {
    it('says of each value where it comes from, the longest path first', async () => {
      const { sources } = await readRecipeWithSources('tool-r1', inFolder());
      assert.deepEqual(
        [
          'agent.maxSteps',
          'agent.topP',
          'training.queue.groupSize',
          'training.queue.archiveGroups',
        ].map((path) => sources.get(path)),
        ['paper', 'ours', 'paper', 'ours'],
      );
    });

    it('does not take the source of a value that was replaced', async () => {
      await write(
        'mine.json',
        mine({ training: { queue: { groupSize: 8 } }, notes: { agent: 'A.' } }),
      );
      const { sources, notes } = await readRecipeWithSources('mine.json', inFolder(), [
        'freshPerVisit=2',
        'agent.maxSequenceTokens=4096',
      ]);
      assert.equal(sources.get('training.queue.groupSize'), undefined);
      assert.equal(sources.get('training.queue.freshPerVisit'), undefined);
      assert.equal(sources.get('training.queue.window.low'), 'paper');
      assert.deepEqual([notes.has('agent.maxSequenceTokens'), notes.has('agent')], [false, false]);
      assert.ok(notes.has('training.judge'));
    });
  });
});
