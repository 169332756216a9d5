import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { filterTasks } from '../../learning/filterTasks.ts';
import { measureHeldOut } from '../../learning/measureHeldOut.ts';

/** Keeps what it was asked for, and leaves a run in which task a was solved by three rollouts of ten. */
const fakeProgram = `
import { mkdirSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
const out = args[args.indexOf('--out') + 1];
mkdirSync(out, { recursive: true });
writeFileSync(out + '/asked.json', JSON.stringify(args));
const rewards = [...Array(3).fill(1.6), ...Array(7).fill(0)];
writeFileSync(out + '/groups.jsonl', JSON.stringify({
  version: 1, step: 0, epoch: 1, taskId: 'a', why: 'active', outcome: 'mixed', nGenerated: 10, nFresh: 10, passRate: 0.3,
  rewards, selectedRewards: [], staleness: rewards.map(() => 0), generatedTokens: 1, updatedTokens: 0, trained: true, skipped: null,
}) + '\\n');
`;

describe('a learning set', () => {
  const below = temporaryFolder();

  beforeEach(async () => {
    await writeFile(below('cli.mjs'), fakeProgram);
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ version: 1, id, question: `${id}?` }));
    await writeFile(below('tasks.jsonl'), tasks.map((one) => `${JSON.stringify(one)}\n`).join(''));
  });

  async function asked(run: string): Promise<string> {
    return (await readFile(below(run, 'asked.json'), 'utf8')).replaceAll('","', ' ');
  }

  it('is filtered by rollouts of a run that learns nothing, in a copy', async () => {
    const wish = { cli: below('cli.mjs'), recipe: 'tool-r1', model: 'm', run: below('filter') };
    const now = (): string => '2026-05-04T09:30:00.000Z';
    const rated = await filterTasks(
      { ...wish, tasks: below('tasks.jsonl'), changes: ['temperature=0.5'], now },
      new AbortController().signal,
    );
    assert.equal(rated, below('tasks-tool-r1.jsonl'));
    const [first = '', second = ''] = (await readFile(rated, 'utf8')).split('\n');
    assert.match(first, /"passRate":\{"passed":3,"samples":10,/);
    assert.doesNotMatch(second, /passRate/);
    assert.doesNotMatch(await readFile(below('tasks.jsonl'), 'utf8'), /passRate/);
    const args = await asked('filter');
    assert.match(args, /--steps 4 .*temperature=0\.5 .*queue\.enabled=false/);
    assert.match(args, /learningRate=1e-12 .*groupSize=10 .*groupsPerStep=2/);
  });

  it('has held-out tasks, measured with one recipe by a run that learns nothing', async () => {
    const where = { cli: below('cli.mjs'), set: below(), model: 'm', run: below('held') };
    await measureHeldOut({ ...where, temperature: 0.6 });
    const args = await asked('held');
    assert.match(args, /--recipe \S*learning\.json --tasks \S*held-out\.jsonl --model m/);
    assert.match(
      args,
      /--seed 0 --steps 6 .*--set learningRate=1e-12 --set agent\.temperature=0\.6/,
    );
  });
});
