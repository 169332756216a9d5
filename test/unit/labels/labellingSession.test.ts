import assert from 'node:assert/strict';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { LabelItem, LabellingState } from '../../../runtime/contract/labelling.ts';
import { Stratum } from '../../../runtime/contract/label.ts';
import { appendLines } from '../../../runtime/store/labels/appendLines.ts';
import { labelFileOf } from '../../../runtime/store/labels/labelFile.ts';
import { readWorkspaceLabels } from '../../../runtime/labels/workspaceLabels.ts';
import { ann, ben, llmJudge, makeLabel, ruleJudge } from '../../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../../fakes/labellingWorkspace.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { until } from '../../fakes/until.ts';

const judgedDifferently = [
  { judge: llmJudge, level: 'Correct' },
  { judge: ruleJudge, level: 'Wrong' },
] as const;
const judgedAlike = [
  { judge: llmJudge, level: 'Wrong' },
  { judge: ruleJudge, level: 'Wrong' },
] as const;

describe('a labelling session', () => {
  const inFolder = temporaryFolder();
  let workspace: LabellingWorkspace;

  beforeEach(async () => {
    workspace = new LabellingWorkspace(inFolder());
    await workspace.write([
      ...Array.from({ length: 6 }, (_, number) => ({
        id: `same-${number}`,
        task: `task-${number}`,
        answer: `answer ${number}`,
        verdicts: judgedAlike,
      })),
      { id: 'differs', task: 'odd', answer: 'four', verdicts: judgedDifferently },
      { id: 'differs-again', task: 'odd', answer: 'four', verdicts: judgedDifferently },
      { id: 'no-answer', task: 'odd', answer: null },
    ]);
  });
  afterEach(() => workspace.close());

  async function firstItem(session: Awaited<ReturnType<LabellingWorkspace['open']>>) {
    const [item] = await session.items(1, 1);
    assert.ok(item !== undefined);
    return item;
  }

  const commitOf = (itemHash: string, level: 'Correct' | 'Wrong' = 'Correct') => ({
    itemHash,
    level,
    criteria: null,
    note: '',
    milliseconds: 1200,
  });

  it('puts the same answer to the same task into one item', async () => {
    const state = (await workspace.open()).state();
    assert.equal(state.total, 7);
    const items = await workspace.labelling.session(state.handle).items(1, 7);
    const twice = items.find(({ taskId }) => taskId === 'odd');
    assert.equal(twice?.multiplicity, 2);
    assert.deepEqual(twice.place, { file: workspace.file(), trajectoryId: 'differs' });
  });

  it('gives items that hold nothing of what judges and others said', async () => {
    const other = await workspace.open(ben);
    for (const { itemHash } of await other.items(1, 7))
      await other.commit(commitOf(itemHash, 'Wrong'));
    const session = await workspace.open(ann);
    const items = await session.items(1, 7);
    const text = JSON.stringify(items);
    const secrets = ['SECRET', llmJudge.name, 'judge-model', 'Wrong', 'Correct', 'Ben', 'reward'];
    for (const secret of [...secrets, ...Stratum.options.filter((name) => name !== 'partial')]) {
      assert.ok(!text.includes(secret), `a blind item says ${secret}`);
    }
    for (const item of items) {
      assert.equal(item.reveal, null);
      assert.doesNotThrow(() => LabelItem.parse(item));
    }
  });

  it('shows the output before the answer, and whether files are there', async () => {
    await writeFile(inFolder('table.csv'), 'a');
    const item = await firstItem(await workspace.open());
    assert.deepEqual(item.lastOutput, { step: 1, text: 'step output' });
    assert.deepEqual(item.files, [
      { name: 'table.csv', path: inFolder('table.csv'), exists: true },
    ]);
  });

  it('reveals stratum, verdicts and other people after the label, and keeps what was decided', async () => {
    const other = await workspace.open(ben);
    const odd = (await other.items(1, 7)).find(({ taskId }) => taskId === 'odd')?.itemHash ?? '';
    await other.commit({ ...commitOf(odd, 'Wrong'), note: 'a number is missing' });
    const session = await workspace.open(ann);
    const { item, state } = await session.commit(commitOf(odd));
    assert.equal(item.reveal?.stratum, 'judge-rule');
    assert.deepEqual(
      item.reveal.verdicts.map(({ judge, level }) => [judge.name, level]),
      [
        ['llm-judge', 'Correct'],
        ['rule', 'Wrong'],
      ],
    );
    assert.deepEqual(item.reveal.others, [
      { rater: ben, level: 'Wrong', note: 'a number is missing' },
    ]);
    assert.deepEqual([item.own?.first, item.own?.blind], ['Correct', true]);
    assert.deepEqual([state.labelled, state.pace, state.conflicts], [1, 1200, 1]);
    assert.doesNotThrow(() => LabellingState.parse(state));
    const { book } = await readWorkspaceLabels(inFolder());
    const label = book.item(odd).labels.find(({ rater }) => rater === ann);
    assert.deepEqual(
      [label?.stratum, label?.samplingProbability, label?.multiplicity],
      ['judge-rule', 1, 2],
    );
  });

  it('keeps the first decision beside a revised one', async () => {
    const session = await workspace.open();
    const { itemHash } = await firstItem(session);
    await session.commit(commitOf(itemHash));
    const { item } = await session.revise(itemHash, 'Wrong');
    assert.deepEqual([item.own?.first, item.own?.last], ['Correct', 'Wrong']);
  });

  it('undoes the last label, whichever item it was on; a new one is not blind any more', async () => {
    const session = await workspace.open();
    const [first, second] = await session.items(1, 2);
    assert.ok(first !== undefined && second !== undefined);
    await session.commit(commitOf(first.itemHash));
    await session.commit(commitOf(second.itemHash));
    const undone = await session.undo();
    assert.equal(undone.item?.itemHash, second.itemHash);
    assert.deepEqual([undone.item.own, undone.item.reveal, undone.state.labelled], [null, null, 1]);
    const again = await session.commit(commitOf(second.itemHash, 'Wrong'));
    assert.deepEqual([again.item.own?.first, again.item.own?.blind], ['Wrong', false]);
    await session.undo();
    assert.equal((await session.undo()).item?.itemHash, first.itemHash);
    assert.equal((await session.undo()).item, null);
  });

  it('marks items, goes past skipped ones, and comes to its end', async () => {
    const session = await workspace.open();
    const items = await session.items(1, 7);
    const [first] = items;
    const marked = await session.mark({
      itemHash: first?.itemHash ?? '',
      note: 'odd',
      flagged: true,
      skipped: true,
    });
    assert.deepEqual(
      [marked.item.note, marked.item.flagged, marked.item.skipped],
      ['odd', true, true],
    );
    assert.deepEqual([marked.state.skipped, marked.state.flagged, marked.state.next], [1, 1, 2]);
    for (const { itemHash } of items) await session.commit(commitOf(itemHash));
    const state = session.state();
    assert.deepEqual([state.next, state.skipped, state.labelled], [null, 0, 7]);
    assert.equal((await session.items(1, 1))[0]?.note, 'odd');
  });

  it('gives every window the same order, and goes on where a person stopped', async () => {
    const before = await workspace.open();
    const [first, second] = await before.items(1, 7);
    await before.commit(commitOf(first?.itemHash ?? ''));
    const after = await workspace.open();
    const order = (items: LabelItem[]) => items.map(({ itemHash }) => itemHash);
    assert.deepEqual(order(await after.items(1, 7)), order(await before.items(1, 7)));
    assert.deepEqual([after.state().next, after.state().labelled], [2, 1]);
    assert.equal((await after.items(2, 2))[0]?.itemHash, second?.itemHash);
  });

  it('refuses what makes no sense, and says what to do', async () => {
    const session = await workspace.open();
    const { itemHash } = await firstItem(session);
    await assert.rejects(session.revise(itemHash, 'Wrong'), /Label it first/);
    await session.commit(commitOf(itemHash));
    await assert.rejects(session.commit(commitOf(itemHash)), /already.*Revise/);
    await assert.rejects(session.commit(commitOf('0'.repeat(64))), /not in the trajectories/);
    await assert.rejects(session.decide(itemHash, 'Wrong', ''), /nothing to decide/);
    assert.throws(() => workspace.labelling.session('other'), /Open it again/);
  });

  it('notices another window before it takes a second label', async () => {
    const [mine, theirs] = [await workspace.open(), await workspace.open()];
    const { itemHash } = await firstItem(mine);
    await theirs.commit(commitOf(itemHash));
    await assert.rejects(mine.commit(commitOf(itemHash, 'Wrong')), /already/);
    assert.equal(mine.state().labelled, 1);
  });

  it('tells when another process wrote', async () => {
    const session = await workspace.open();
    const { itemHash } = await firstItem(session);
    await appendLines(labelFileOf(inFolder()), [makeLabel({ id: 'elsewhere', itemHash })]);
    await until(() => workspace.changes.some(({ labelled }) => labelled === 1));
  });

  it('lists conflicts, and what was decided', async () => {
    const [mine, theirs] = [await workspace.open(ann), await workspace.open(ben)];
    const { itemHash } = await firstItem(mine);
    await mine.commit(commitOf(itemHash));
    await theirs.commit(commitOf(itemHash, 'Wrong'));
    const third = await workspace.open('Cara');
    const [conflict] = await third.conflicts();
    assert.deepEqual(
      conflict?.labels.map(({ rater, level }) => [rater, level]),
      [
        [ann, 'Correct'],
        [ben, 'Wrong'],
      ],
    );
    assert.deepEqual([conflict.item.reveal, conflict.decided], [null, null]);
    const { conflict: decided, state } = await third.decide(
      itemHash,
      'rubric-ambiguous',
      'says no',
    );
    assert.deepEqual(
      [decided.decided?.outcome, decided.decided?.rater, decided.decided?.note],
      ['rubric-ambiguous', 'Cara', 'says no'],
    );
    assert.equal(state.conflicts, 0);
    assert.equal((await third.conflicts()).length, 1);
    const own = await third.commit(commitOf(itemHash));
    assert.equal(own.item.own?.blind, false);
  });

  it('shows a label of an earlier rubric, asks again, and does not call it blind', async () => {
    const before = await workspace.open();
    const { itemHash } = await firstItem(before);
    await before.commit(commitOf(itemHash));
    await writeFile(inFolder('.tool-r1', 'rubric.json'), '{"version":2,"points":["Be strict."]}');
    const after = await workspace.open();
    const state = after.state();
    assert.deepEqual([state.rubric.version, state.labelled, state.next], [2, 0, 1]);
    const item = await firstItem(after);
    assert.deepEqual([item.own?.currentRubric, item.reveal], [false, null]);
    const again = await after.commit(commitOf(itemHash, 'Wrong'));
    assert.deepEqual(
      [again.item.own?.first, again.item.own?.currentRubric, again.item.own?.blind],
      ['Wrong', true, false],
    );
  });

  it('says what it cannot read, with line numbers, and works on', async () => {
    await mkdir(inFolder('.tool-r1'), { recursive: true });
    await writeFile(labelFileOf(inFolder()), 'nonsense\n');
    await writeFile(inFolder('.tool-r1', 'rubric.json'), '{"version":0}');
    await appendFile(workspace.file(), 'broken\n');
    const session = await workspace.open();
    const problems = session.state().problems.join('\n');
    assert.match(problems, /labels\.jsonl line 1: /);
    assert.match(problems, /rubric\.json cannot be used .* built-in rubric counts/);
    assert.match(problems, /run\.trajectories\.jsonl, line \d+: /);
    assert.equal(
      (await session.commit(commitOf((await firstItem(session)).itemHash))).state.labelled,
      1,
    );
  });

  it('cannot be opened without trajectories', async () => {
    const empty = new LabellingWorkspace(inFolder('empty'));
    await mkdir(inFolder('empty'));
    await assert.rejects(empty.open(), /has no trajectories yet/);
  });
});
