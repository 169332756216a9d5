import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TaskListing } from '../../../../runtime/contract/requests.ts';
import type { ExplorerNode, FolderContents } from '../../../../extension/views/explorerNode.ts';
import { childNodes, rootNodes } from '../../../../extension/views/explorerTree.ts';
import { type NodeLook, nodeLook } from '../../../../extension/views/nodeLook.ts';
import { folder, listing, recent } from '../../../fakes/explorerContents.ts';

const now = new Date('2026-03-01T18:00:00.000Z');

function look(node: ExplorerNode | undefined, running: readonly string[] = []): NodeLook {
  assert.ok(node !== undefined, 'there is no such node');
  return nodeLook(node, { now, running: new Set(running) });
}

function below(contents: Partial<FolderContents>): readonly ExplorerNode[] {
  const folders = [folder(contents)];
  const [tasks] = rootNodes(folders);
  return tasks === undefined ? [] : childNodes(tasks, folders);
}

function taskLook(change: Partial<TaskListing>): NodeLook {
  return look(below({ tasks: [listing('one', change)] })[0]);
}

describe('look of a task', () => {
  const cases: [what: string, change: Partial<TaskListing>, description: string, icon: string][] = [
    ['not judged', { trajectories: 2 }, 'run twice, no verdict · level 1', 'question'],
    ['passed', { trajectories: 8, judged: 8, passed: 8 }, '8 of 8 passed · level 1', 'pass'],
    ['failed', { trajectories: 1, judged: 1 }, '0 of 1 passed · level 1', 'error'],
    ['mixed', { trajectories: 8, judged: 8, passed: 3 }, '3 of 8 passed · level 1', 'color-mode'],
    [
      'without one of its files',
      { missingFiles: ['data/a.csv'], trajectories: 1, judged: 1 },
      'a file is missing · 0 of 1 passed · level 1',
      'warning',
    ],
  ];
  for (const [what, change, description, icon] of cases) {
    it(`says in words and by its own icon that it is ${what}`, () => {
      const { description: said, icon: shown, spoken } = taskLook(change);
      assert.deepEqual([said, shown?.name], [description, icon]);
      assert.equal(spoken, `What does one ask?, ${description.replaceAll(' · ', ', ')}`);
    });
  }

  it('says by its icon and to a screen reader that it was not run', () => {
    const { description, icon, spoken } = taskLook({});
    assert.deepEqual([description, icon?.name], ['level 1', 'circle-outline']);
    assert.equal(spoken, 'What does one ask?, not run yet, level 1');
  });

  it('says how often a first policy solved it, beside what was run here', () => {
    const measuredAt = '2026-03-01T12:00:00.000Z';
    const rate = {
      passed: 3,
      samples: 10,
      unscored: 2,
      model: 'qwen',
      recipe: 'tool-r1',
      measuredAt,
    };
    const { task } = listing('one');
    const { description, tooltip, spoken } = taskLook({ task: { ...task, passRate: rate } });
    assert.equal(description, 'filter 3/10 · level 1');
    assert.match(spoken, /not run yet, filter 3\/10, level 1/);
    assert.match(
      tooltip,
      /Filter: qwen solved it 3 of 10 times with recipe tool-r1, 2 more without a verdict\./,
    );
  });

  it('says that it runs', () => {
    const [task] = below({ tasks: [listing('one', { trajectories: 1 })], recent: [recent('r1')] });
    const { description, icon } = look(task, ['r1']);
    assert.deepEqual([description, icon?.name], ['running · level 1', 'sync~spin']);
  });

  it('has an icon of its own for each state', () => {
    assert.equal(new Set(cases.map(([, , , icon]) => icon)).size, cases.length);
  });

  it('shortens a long question beside its figure, and says all of it in the tooltip', () => {
    const question =
      'How many bookings in bookings-2025.xlsx start in July 2025, cancelled ones too?';
    const shown = taskLook({ task: { ...listing('one').task, question } });
    assert.equal(shown.label, 'How many bookings in…');
    assert.ok(shown.tooltip.startsWith(question));
  });

  it('keeps the answer to itself', () => {
    const { tooltip, label, description, spoken } = taskLook({});
    assert.doesNotMatch([tooltip, label, description, spoken].join('\n'), /42/);
    assert.match(tooltip, /It has a reference answer/);
    const unknown = taskLook({ task: { ...listing('one').task, referenceAnswer: null } });
    assert.match(unknown.tooltip, /No reference answer/);
  });

  it('names its files, the missing ones, and what was run without a verdict', () => {
    const { tooltip } = taskLook({
      missingFiles: ['data/a.csv'],
      trajectories: 5,
      judged: 3,
      passed: 1,
    });
    assert.match(tooltip, /data\/a\.csv \(missing\)/);
    assert.match(tooltip, /1 of 3 passed, run twice more without a verdict\./);
    assert.match(tooltip, /one, from tests$/);
  });

  it('can be opened only when it has trajectories', () => {
    const folders = { tasks: [listing('one')], recent: [recent('r1')] };
    assert.deepEqual(look(below(folders)[0]).fold, 'closed');
    assert.deepEqual(look(below(folders)[0]).contextValue, 'taskWithTrajectories');
    assert.deepEqual([taskLook({}).fold, taskLook({}).contextValue], ['none', 'task']);
  });
});

describe('look of a trajectory', () => {
  function trajectoryLook(change: Parameters<typeof recent>[1], running: string[] = []): NodeLook {
    const folders = [folder({ tasks: [listing('one')], recent: [recent('r1', change)] })];
    const [task] = below(folders[0] ?? {});
    assert.ok(task !== undefined);
    return look(childNodes(task, folders)[0], running);
  }

  it('says the answer, when it was, and the reward', () => {
    const { label, description, icon } = trajectoryLook({});
    assert.equal(label, '10');
    assert.match(description, /^\d\d:25 · reward 1\.60$/);
    assert.equal(icon?.name, 'comment');
  });

  for (const [stopReason, label] of [
    ['max-steps', 'No answer within its steps'],
    ['context-full', 'No answer: context is full'],
    ['no-code', 'No answer: wrote no code'],
    ['cancelled', 'Stopped'],
    ['failure', 'Failed'],
    [null, 'Interrupted'],
  ] as const) {
    it(`says in words how it ended: ${stopReason ?? 'not at all'}`, () => {
      const interrupted = stopReason === null;
      const shown = trajectoryLook({ stopReason, interrupted, finalAnswer: null, reward: null });
      assert.equal(shown.label, label);
      assert.match(shown.description, /^\d\d:25$/);
    });
  }

  it('tells one that runs, here or elsewhere, from one that was interrupted', () => {
    const shown = (interrupted: boolean, runsHere: string[]) => {
      const noEnd = { stopReason: null, finalAnswer: null, reward: null };
      const { label, icon } = trajectoryLook({ ...noEnd, interrupted }, runsHere);
      return [label, icon?.name];
    };
    // Its file may not have been written yet when this window runs it.
    assert.deepEqual(shown(true, ['r1']), ['Running', 'sync~spin']);
    assert.deepEqual(shown(false, []), ['Running', 'sync~spin']);
    assert.deepEqual(shown(true, []), ['Interrupted', 'circle-slash']);
  });

  it('says the day of an older one, and the year where it is another', () => {
    const older = trajectoryLook({ startedAt: '2026-02-03T12:00:00.000Z' }).description;
    assert.match(older, /^3 Feb, \d\d:00 · reward/);
    const oldest = trajectoryLook({ startedAt: '2025-02-03T12:00:00.000Z' }).description;
    assert.match(oldest, /^3 Feb 2025, /);
  });

  it('says the question where no task says it', () => {
    const [, list] = below({ recent: [recent('r1', { taskId: 'r1' })] });
    assert.ok(list?.kind === 'recent');
    const shown = look(childNodes(list, [])[0]);
    assert.equal(shown.label, 'How many boats are there?');
    assert.match(shown.spoken, /^How many boats are there\?, 10, \d\d:25, reward 1\.60$/);
  });

  it('is opened by choosing it', () => {
    assert.equal(trajectoryLook({}).opens, 'trajectory');
  });
});

describe('looks of the other nodes', () => {
  it('says what will be in a section that is empty, shortly and in full', () => {
    const folders = [folder({ tasks: [listing('one')] })];
    const filledByTraining = rootNodes(folders).filter(
      (one) => one.kind === 'section' && !['tasks', 'labels'].includes(one.section),
    );
    assert.equal(filledByTraining.length, 4);
    for (const section of filledByTraining) {
      const note = look(childNodes(section, folders)[0]);
      assert.match(note.description, /training run|Only this computer/);
      assert.ok(note.description.length <= 30, note.description);
      assert.ok(note.tooltip.length > 40 && note.spoken.includes(note.tooltip));
      assert.equal(note.opens, 'nothing');
    }
  });

  it('opens the tasks and closes the others at first', () => {
    const folds = rootNodes([folder({ tasks: [listing('one')] })]).map((node) => look(node).fold);
    assert.deepEqual(folds, ['open', 'closed', 'closed', 'closed', 'closed', 'closed']);
  });

  it('shows a broken line with its reason, and opens it', () => {
    const nodes = below({ brokenLines: [{ line: 3, message: 'the question is empty' }] });
    const shown = look(nodes.find(({ kind }) => kind === 'broken-line'));
    assert.deepEqual(
      [shown.label, shown.description, shown.icon?.name, shown.opens],
      ['Line 3 is no task', 'the question is empty', 'warning', 'line'],
    );
  });

  it('uses only icons that the editor has', async () => {
    const folder = path.resolve('extension/views');
    const files = (await readdir(folder)).filter((name) => name.endsWith('Look.ts'));
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
    const names = [...texts.join('').matchAll(/name: '([a-z~-]+)'/g)].map(([, name]) => name);
    assert.ok(names.length >= 20);
    for (const name of names) assert.ok(codicons.has(name ?? ''), name);
  });
});

/** Those of VS Code's codicons that the tree may use, looked at in the picture of the tests. */
const codicons = new Set([
  'circle-outline',
  'circle-slash',
  'circuit-board',
  'clockface',
  'color-mode',
  'comment',
  'database',
  'debug-continue',
  'debug-disconnect',
  'debug-pause',
  'debug-stop',
  'error',
  'graph-line',
  'history',
  'info',
  'layers',
  'list-tree',
  'loading~spin',
  'output',
  'pass',
  'question',
  'root-folder',
  'stop-circle',
  'sync',
  'sync~spin',
  'warning',
]);
