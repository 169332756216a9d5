import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { requests } from '../../../runtime/contract/requests.ts';
import type { TrajectoryRecord } from '../../../runtime/contract/trajectory.ts';
import { taskHandlers } from '../../../runtime/serve/taskRequests.ts';
import { allFormats } from '../../../runtime/store/formats/allFormats.ts';
import { findTask } from '../../../runtime/store/taskStore.ts';
import { trajectoryFile } from '../../../runtime/store/trajectoryStore.ts';
import { FileViewer } from '../../../runtime/store/viewing/fileViewer.ts';
import { makeStarted, makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

describe('task requests', () => {
  const inFolder = temporaryFolder();
  const never = new AbortController().signal;
  const handlers = taskHandlers(new FileViewer(allFormats));
  const file = () => inFolder('.tool-r1', 'tasks.jsonl');

  const list = async () =>
    requests['list-tasks'].result.parse(
      await handlers['list-tasks']({ workspace: inFolder() }, never),
    );
  const add = (...tasks: ReturnType<typeof makeTask>[]) =>
    handlers['add-tasks']({ workspace: inFolder(), tasks }, never);
  const recent = async (limit = 100) =>
    requests['list-recent'].result.parse(
      await handlers['list-recent']({ workspace: inFolder(), limit }, never),
    ).trajectories;

  async function writeRun(run: string, records: readonly TrajectoryRecord[]): Promise<string> {
    await mkdir(inFolder('.tool-r1', 'trajectories'), { recursive: true });
    const path = trajectoryFile(inFolder(), run);
    await writeFile(path, asLines(records));
    return path;
  }

  it('lists nothing of a workspace that has nothing', async () => {
    assert.deepEqual(await list(), { file: null, tasks: [], problems: [] });
    assert.deepEqual(await recent(), []);
  });

  it('adds tasks, keeps their order, and leaves out ids that are taken', async () => {
    const first = await add(makeTask({ id: 'a' }), makeTask({ id: 'b' }));
    assert.deepEqual(first, { file: file(), added: ['a', 'b'], alreadyThere: [] });
    const second = await add(makeTask({ id: 'b' }), makeTask({ id: 'c' }), makeTask({ id: 'c' }));
    assert.deepEqual([second.added, second.alreadyThere], [['c'], ['b', 'c']]);
    assert.equal((await readFile(file(), 'utf8')).split('\n').length, 4);
  });

  it('adds one task once when it is added several times at the same moment', async () => {
    const results = await Promise.all([1, 2, 3].map(() => add(makeTask({ id: 'a' }))));
    assert.equal(results.flatMap(({ added }) => added).length, 1);
    assert.equal((await list()).tasks.length, 1);
  });

  it('names files from the workspace', async () => {
    await mkdir(inFolder('data'));
    await writeFile(inFolder('data', 'a.csv'), '');
    const files = [inFolder('data', 'a.csv'), 'data/none.csv', '/elsewhere/b.csv'];
    await add(makeTask({ id: 'a', files }));
    const [listed] = (await list()).tasks;
    assert.deepEqual(listed!.task.files, ['data/a.csv', 'data/none.csv', '/elsewhere/b.csv']);
    assert.deepEqual(listed!.missingFiles, ['data/none.csv', '/elsewhere/b.csv']);
    assert.equal((await findTask(file(), 'a')).files[0], inFolder('data', 'a.csv'));
  });

  it('lists tasks with their lines, counts and problems', async () => {
    await add(makeTask({ id: 'visits' }), makeTask({ id: 'other' }));
    await appendFile(file(), 'what?\n');
    const parent = { trajectoryId: 'a', relation: 'retry', step: 0 } as const;
    const [started, ...rest] = makeTrajectoryRecords('c', 1);
    const branch = [{ ...started, parent } as TrajectoryRecord, ...rest];
    await writeRun('1', makeTrajectoryRecords('a', 1));
    await writeRun('2', [...makeTrajectoryRecords('b', 1).slice(0, 3), ...branch]);
    const { tasks, problems } = await list();
    assert.deepEqual(
      tasks.map(({ task, line, trajectories, judged, passed }) => [
        task.id,
        line,
        trajectories,
        judged,
        passed,
      ]),
      [
        ['visits', 1, 3, 1, 1],
        ['other', 2, 0, 0, 0],
      ],
    );
    assert.deepEqual(
      problems.map(({ line }) => line),
      [3],
    );
  });

  it('counts anew when a trajectory file grew', async () => {
    await add(makeTask({ id: 'visits' }));
    const path = await writeRun('1', makeTrajectoryRecords('a', 1));
    assert.equal((await list()).tasks[0]!.trajectories, 1);
    await appendFile(path, asLines(makeTrajectoryRecords('b', 1)));
    assert.equal((await list()).tasks[0]!.trajectories, 2);
  });

  it('imports tasks once', async () => {
    await writeFile(inFolder('t.csv'), 'question,file\nWhy?,t.csv\n\n,x\n');
    const params = { workspace: inFolder(), from: inFolder('t.csv') };
    const first = requests['import-tasks'].result.parse(
      await handlers['import-tasks'](params, never),
    );
    assert.deepEqual([first.format, first.added.length, first.problems.length], ['CSV', 1, 1]);
    const second = await handlers['import-tasks'](params, never);
    assert.deepEqual(second.alreadyThere, first.added);
    assert.deepEqual((await list()).tasks[0]!.task.files, ['t.csv']);
  });

  it('lists what was run lately, the newest first', async () => {
    const started = (id: string, minute: number) =>
      makeStarted({ trajectoryId: id, startedAt: `2026-05-04T09:0${minute}:00.000Z` });
    await writeRun('1', [started('a', 1), started('d', 4)]);
    await writeRun('2', [started('b', 2), started('c', 3)]);
    assert.deepEqual(
      (await recent()).map(({ id }) => id),
      ['d', 'c', 'b', 'a'],
    );
    assert.deepEqual(
      (await recent(1)).map(({ id }) => id),
      ['d'],
    );
    const [finished] = await writeRunAndList();
    assert.deepEqual(finished, {
      file: trajectoryFile(inFolder(), '3'),
      id: 'e',
      taskId: 'visits',
      question: 'Visits in März — 😀?',
      startedAt: '2026-05-04T09:30:00.000Z',
      stopReason: 'final-answer',
      interrupted: false,
      finalAnswer: '42',
      steps: 2,
      reward: 1.6,
    });
  });

  it('does not read files that were last written before the newest began', async () => {
    const old = await writeRun('old', [makeStarted({ trajectoryId: 'old' })]);
    await utimes(old, 1, 1);
    await writeRun('new', [makeStarted({ trajectoryId: 'new' })]);
    const read: string[] = [];
    const viewer = new FileViewer(allFormats);
    const counting = taskHandlers({
      summarise: (path) => {
        read.push(path);
        return viewer.summarise(path);
      },
    });
    await counting['list-recent']({ workspace: inFolder(), limit: 1 }, never);
    assert.equal(read.length, 1);
  });

  it('passes over trajectory files that cannot be read', async () => {
    await writeRun('1', makeTrajectoryRecords('a', 1));
    await mkdir(trajectoryFile(inFolder(), 'folder'));
    assert.equal((await recent()).length, 1);
  });

  async function writeRunAndList() {
    await writeRun('3', makeTrajectoryRecords('e', 2));
    return recent();
  }
});
