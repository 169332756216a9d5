import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { toolR1 } from '../../../runtime/agent/protocols/toolR1.ts';
import { Recipe } from '../../../runtime/contract/recipe.ts';
import { Task } from '../../../runtime/contract/task.ts';
import toolR1Recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { learningPrompt } from '../../learning/learningPrompt.ts';
import { writeLearningSet } from '../../learning/learningSet.ts';
import { questionKinds } from '../../learning/question.ts';
import { makeTasks } from '../../learning/taskSet.ts';
import { allNames } from '../../learning/words.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const recipe = Recipe.parse(toolR1Recipe);
const settings = { seed: 7, tasks: 24, heldOut: 8, demonstrations: 30, recipe };

describe('learning set', () => {
  const below = temporaryFolder();

  it('is the same for the same seed, and another for another', async () => {
    await writeLearningSet({ ...settings, folder: below('a') });
    await writeLearningSet({ ...settings, folder: below('b') });
    await writeLearningSet({ ...settings, folder: below('c'), seed: 8 });
    assert.deepEqual(await contents(below('a')), await contents(below('b')));
    const [one, other] = await Promise.all([
      lines(below('a'), 'tasks'),
      lines(below('c'), 'tasks'),
    ]);
    assert.notDeepEqual(one, other);
  });

  it('has tasks whose files are there, and none of them held out', async () => {
    await writeLearningSet({ ...settings, folder: below('set') });
    const tasks = (await lines(below('set'), 'tasks')).map((line) => Task.parse(line));
    const heldOut = (await lines(below('set'), 'held-out')).map((line) => Task.parse(line));
    assert.equal(tasks.length, 24);
    assert.equal(heldOut.length, 8);
    for (const { files } of [...tasks, ...heldOut]) {
      assert.notEqual(await readFile(below('set', files[0] ?? ''), 'utf8'), '');
    }
    const ids = [...tasks, ...heldOut].map(({ id }) => id);
    assert.equal(new Set(ids).size, 32);
  });

  it('demonstrates on the prompt that a rollout reads', async () => {
    await writeLearningSet({ ...settings, folder: below('set') });
    const [first] = await lines(below('set'), 'demonstrations');
    const { messages } = first as { messages: { role: string; content: string }[] };
    assert.match(messages[0]?.content ?? '', /End with final_answer\(value\)\.$/);
    assert.match(messages[1]?.content ?? '', /^Question: .*\n\nFiles:\n- \w+\.(csv|json|jsonl), /);
    assert.equal(toolR1.parse(messages[2]?.content ?? '', false).thought === '', false);
  });

  it('names its words once each', () => {
    assert.equal(new Set(allNames).size, allNames.length);
  });
});

describe('generated tasks', () => {
  it('ask every kind on every format, once in each round', () => {
    const tasks = makeTasks(24, 1, 'task').map(({ task }) => task);
    const pairs = tasks.map(
      ({ metadata }) => `${String(metadata['kind'])} ${String(metadata['format'])}`,
    );
    assert.equal(new Set(pairs).size, 24);
    assert.deepEqual(
      tasks.slice(0, 8).map(({ metadata }) => metadata['kind']),
      [...questionKinds],
    );
  });
});

describe('learning prompt', () => {
  const below = temporaryFolder();

  it('is short, and shows the condition that the question names', async () => {
    await writeLearningSet({ ...settings, folder: below() });
    const { task, file } = makeTasks(24, 7, 'task')[5]!;
    const chosen = { name: file.fileName, hostPath: below(task.files[0] ?? ''), bytes: 100 };
    const [system, user] = await learningPrompt(task.question, chosen, recipe);
    assert.ok((system?.content.length ?? 0) < 400);
    assert.ok(user?.content.includes(`row['${file.kindColumn}'] == '`));
  });
});

async function contents(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const place = path.join(parentPath, name);
      return `${path.relative(folder, place)}\n${await readFile(place, 'utf8')}`;
    }),
  ).then((all) => all.sort());
}

async function lines(folder: string, name: string): Promise<readonly unknown[]> {
  const text = await readFile(path.join(folder, `${name}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
