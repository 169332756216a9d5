import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { stepRow } from '../../../../runtime/contract/stepSummary.ts';
import { viewingRequests } from '../../../../runtime/contract/viewing.ts';
import type { TrajectoryRecord } from '../../../../runtime/contract/trajectory.ts';
import { FailureError, HumanError } from '../../../../runtime/support/errors.ts';
import { OpenedViewer } from '../../../fakes/openedViewer.ts';
import { makeEnded, makeStarted, makeStep, makeTask } from '../../../fakes/records.ts';
import { richRecords } from '../../../fakes/richRecords.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

function failsWith(code: string, text: RegExp) {
  return (error: unknown) =>
    error instanceof FailureError && error.failure.code === code && text.test(error.message);
}

describe('FileViewer', () => {
  const inFolder = temporaryFolder();
  const file = () => inFolder('run.trajectories.jsonl');
  const opened: OpenedViewer[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.viewer.close();
  });

  async function openWith(content: string | Buffer, name = file()): Promise<OpenedViewer> {
    await writeFile(name, content);
    const viewer = await OpenedViewer.open(name);
    opened.push(viewer);
    await viewer.until(({ complete }) => complete);
    return viewer;
  }

  describe('opening', () => {
    it('tells how far it is, and gives small files complete at once', async () => {
      await writeFile(file(), `${asLines(makeTrajectoryRecords('a', 3))}broken\n`);
      const viewer = await OpenedViewer.open(file());
      opened.push(viewer);
      const { handle, totalBytes, ...rest } = viewer.states[0]!;
      assert.equal(handle, viewer.handle);
      assert.deepEqual(rest, {
        indexedBytes: totalBytes,
        trajectories: 1,
        lines: 8,
        brokenLines: 1,
        complete: true,
        problem: null,
      });
    });

    it('opens an empty file', async () => {
      const viewer = await openWith('');
      assert.deepEqual(await viewer.ids(), []);
      assert.equal(viewer.state.complete, true);
    });

    it('opens a file of ours under any name', async () => {
      await openWith(asLines(makeTrajectoryRecords('a')), inFolder('x.jsonl'));
    });

    const refused: [string, content: string | null, name: string, RegExp][] = [
      [
        'a foreign file',
        '{"messages":[]}\n',
        'chat.jsonl',
        /Tool-R1 trajectories \(\*\.traj.*text/,
      ],
      ['a file that is not there', null, 'none.jsonl', /There is no file/],
    ];
    for (const [name, content, fileName, sentence] of refused) {
      it(`refuses ${name} in a sentence`, async () => {
        if (content !== null) await writeFile(inFolder(fileName), content);
        await assert.rejects(OpenedViewer.open(inFolder(fileName)), { message: sentence });
      });
    }

    it('refuses a folder, and a pipe without waiting for it', async function () {
      await mkdir(inFolder('folder.jsonl'));
      await assert.rejects(
        OpenedViewer.open(inFolder('folder.jsonl')),
        failsWith('store/is-folder', /is a folder/),
      );
      if (process.platform === 'win32') skipBecause(this, 'Windows has no pipes in folders');
      execFileSync('mkfifo', [inFolder('pipe.jsonl')]);
      await assert.rejects(
        OpenedViewer.open(inFolder('pipe.jsonl')),
        (error) => error instanceof HumanError && /no ordinary file/.test(error.message),
      );
    });

    it('says that it may not read', async function () {
      if (process.getuid?.() === 0) skipBecause(this, 'root may read everything');
      await writeFile(file(), '');
      await chmod(file(), 0);
      await assert.rejects(OpenedViewer.open(file()), failsWith('store/no-permission', /may not/));
    });

    it('shares the index of a file between two that open it', async () => {
      const first = await openWith(asLines(makeTrajectoryRecords('a')));
      const second = await OpenedViewer.open(file(), first.viewer);
      assert.notEqual(second.handle, first.handle);
      await first.viewer.request('close-trajectories', { handle: first.handle });
      assert.deepEqual(await second.ids(), ['a']);
      await assert.rejects(first.list(), failsWith('store/not-open', /no longer open/));
    });
  });

  describe('following a file', () => {
    it('shows what is appended, and tells at most ten times a second', async () => {
      const viewer = await openWith('');
      const told = viewer.states.length;
      const start = performance.now();
      for (let index = 0; index < 60; index += 1) {
        await appendFile(file(), asLines(makeTrajectoryRecords(`t${index}`, 1)));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await viewer.until(({ trajectories, complete }) => trajectories === 60 && complete);
      const seconds = (performance.now() - start) / 1000;
      assert.ok(viewer.states.length - told <= 10 * seconds + 2, String(viewer.states.length));
      assert.equal((await viewer.ids()).length, 60);
    });

    it('waits for the end of a line that is being written', async () => {
      const text = asLines(makeTrajectoryRecords('t1'));
      const middle = text.indexOf('\n') + 40;
      const viewer = await openWith(text.slice(0, middle));
      assert.equal(viewer.state.brokenLines, 1);
      assert.deepEqual(await viewer.ids(), ['t1', 'line 2']);
      await appendFile(file(), text.slice(middle));
      await viewer.until(({ brokenLines, complete }) => brokenLines === 0 && complete);
      assert.deepEqual(await viewer.ids(), ['t1']);
    });

    it('reads anew a file that became shorter, was replaced, or was edited', async () => {
      const viewer = await openWith(asLines(makeTrajectoryRecords('t1', 3)));
      await truncate(file(), 0);
      await appendFile(file(), asLines([makeStarted({ trajectoryId: 't2' })]));
      await until(viewer, ['t2']);
      await writeFile(inFolder('other'), asLines(makeTrajectoryRecords('t3', 9)));
      await rename(inFolder('other'), file());
      await until(viewer, ['t3']);
      await writeFile(file(), asLines(makeTrajectoryRecords('t4', 9)));
      await until(viewer, ['t4']);
    });

    it('says that a file is gone, keeps what it has, and goes on when it is back', async () => {
      const viewer = await openWith(asLines(makeTrajectoryRecords('t1')));
      await rm(file());
      await viewer.until(({ problem }) => problem !== null);
      assert.match(viewer.state.problem ?? '', /is gone.*stays in view/);
      assert.deepEqual(await viewer.ids(), ['t1']);
      assert.equal((await head(viewer, 't1')).rows.length, 2);
      await writeFile(file(), asLines(makeTrajectoryRecords('t2')));
      await viewer.until(({ problem }) => problem === null);
      await until(viewer, ['t2']);
    });

    it('takes a file that was moved away and back for the same', async () => {
      const viewer = await openWith(asLines(makeTrajectoryRecords('t1')));
      await rename(file(), inFolder('away'));
      await viewer.until(({ problem }) => problem !== null);
      await rename(inFolder('away'), file());
      await viewer.until(({ problem }) => problem === null);
      assert.deepEqual(await viewer.ids(), ['t1']);
    });

    async function until(viewer: OpenedViewer, ids: string[]): Promise<void> {
      for (let round = 0; round < 400; round += 1) {
        if (JSON.stringify(await viewer.ids()) === JSON.stringify(ids)) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.deepEqual(await viewer.ids(), ids);
    }
  });

  describe('lists', () => {
    /** Seven trajectories of two tasks; the fourth has no end, the fifth no judge, the sixth two judges, the last is a retry. */
    function mixed(): TrajectoryRecord[] {
      const one = (id: string, task: string, steps: number, over: Partial<Facts> = {}) =>
        trajectory({ id, task, steps, level: 'Correct', total: 1, judges: ['rule'], ...over });
      return [
        ...one('a', 'x', 3, { total: 1.6 }),
        ...one('b', 'y', 1, { level: 'Wrong', total: 0.2 }),
        ...one('c', 'x', 2, { level: 'Wrong', total: 0.6 }),
        ...one('d', 'x', 2, { ended: false, judges: [], total: null }),
        ...one('e', 'y', 5, { judges: [], total: null }),
        ...one('f', 'x', 2, { judges: ['rule', 'llm'], total: 0.6 }),
        ...one('g', 'x', 4, { parent: 'a', total: 1.6 }),
      ];
    }

    const queries: [
      name: string,
      query: NonNullable<Parameters<OpenedViewer['ids']>[0]>,
      ids: string,
    ][] = [
      ['all in the order of the file', {}, 'a b c d e f g'],
      ['turned round', { descending: true }, 'g f e d c b a'],
      ['one task', { taskId: 'y' }, 'b e'],
      ['a task that is not there', { taskId: 'z' }, ''],
      ['those without an end', { stopReason: 'running' }, 'd'],
      ['a stop reason', { stopReason: 'final-answer' }, 'a b c e f g'],
      ['correct ones', { verdict: 'Correct' }, 'a f g'],
      ['wrong ones', { verdict: 'Wrong' }, 'b c'],
      ['unjudged ones', { verdict: 'unjudged' }, 'd e'],
      ['disagreement', { verdict: 'disagreement' }, 'f'],
      ['a reward range', { minReward: 0.5, maxReward: 1 }, 'c f'],
      ['a range of steps', { minSteps: 2, maxSteps: 3 }, 'a c d f'],
      ['by reward, ties in the order of the file', { sort: 'reward' }, 'b c f a g d e'],
      ['by falling reward', { sort: 'reward', descending: true }, 'a g c f b d e'],
      ['by steps', { sort: 'steps' }, 'b c d f a g e'],
      ['by tokens', { sort: 'tokens', descending: true }, 'e g a c d f b'],
      ['by seconds', { sort: 'seconds' }, 'b c d f a g e'],
      ['by stop reason, those without an end last', { sort: 'stopReason' }, 'a b c e f g d'],
      ['by question', { sort: 'question' }, 'b e a c d f g'],
      ['closed groups', { groupByTask: true }, 'task x,task y'],
      ['an open group', { groupByTask: true, openTasks: ['y'] }, 'task x,task y,b,e'],
      [
        'groups by falling reward',
        { groupByTask: true, openTasks: ['x'], sort: 'reward', descending: true },
        'task x,a,g,c,f,d,task y',
      ],
      ['a text of a thought', { text: 'THOUGHT OF E' }, 'e'],
      ['a text of a question', { text: 'task y?' }, 'b e'],
      ['a text with an escape', { text: 'says "c"' }, 'c'],
      ['a text and a filter', { text: 'thought', verdict: 'Wrong' }, 'b c'],
      ['a text that is nowhere', { text: 'no such thing' }, ''],
      ['a text of the prompt only', { text: 'You answer by' }, ''],
      ['spaces', { text: '  ' }, 'a b c d e f g'],
    ];
    for (const [name, query, ids] of queries) {
      it(`gives ${name}`, async () => {
        const viewer = await openWith(asLines(mixed()));
        const wanted = ids.includes(',') ? ids.split(',') : ids.split(' ').filter(Boolean);
        assert.deepEqual(await viewer.ids(query), wanted);
        const page = await viewer.list(query);
        assert.equal(page.totalRows, wanted.length);
        assert.deepEqual([page.highestReward, page.highestSteps], [1.6, 5]);
        viewingRequests['list-trajectories'].result.parse(page);
        for (const [row, id] of wanted.entries()) {
          if (id.startsWith('task')) continue;
          assert.deepEqual(await findRow(viewer, id, query), { row });
        }
      });
    }

    it('gives no row for a trajectory that a query leaves out', async () => {
      const viewer = await openWith(asLines(mixed()));
      assert.deepEqual(await findRow(viewer, 'a', { verdict: 'Wrong' }), { row: null });
      assert.deepEqual(await findRow(viewer, 'none', {}), { row: null });
    });

    it('gives pages', async () => {
      const viewer = await openWith(asLines(mixed()));
      const page = await viewer.list({ sort: 'reward' }, 2, 3);
      assert.deepEqual([page.offset, page.totalRows, page.matches], [2, 7, 7]);
      assert.deepEqual(
        page.rows.map((row) => (row.kind === 'trajectory' ? row.id : '')),
        ['f', 'a', 'g'],
      );
      assert.deepEqual((await viewer.list({}, 100, 3)).rows, []);
    });

    it('counts samples of the policy in tasks, and lists all', async () => {
      const viewer = await openWith(asLines(mixed()));
      const { rows, matches } = await viewer.list({ groupByTask: true });
      assert.equal(matches, 7);
      assert.deepEqual(rows[0], {
        kind: 'task',
        taskId: 'x',
        question: 'Question of task x?',
        trajectories: 5,
        judged: 3,
        passRate: 2 / 3,
        meanReward: (1.6 + 0.6 + 0.6) / 3,
        open: false,
      });
    });

    it('shows broken lines at their place', async () => {
      const broken = ['what?', ...asLines(mixed()).split('\n')];
      broken.splice(5, 0, '{"needle":1}');
      const viewer = await openWith(broken.join('\n'));
      assert.deepEqual((await viewer.ids()).slice(0, 4), ['line 1', 'a', 'line 6', 'b']);
      assert.deepEqual((await viewer.ids({ descending: true })).slice(-3), [
        'line 6',
        'a',
        'line 1',
      ]);
      assert.deepEqual(await viewer.ids({ text: 'NEEDLE' }), ['line 6']);
      assert.equal((await viewer.ids({ verdict: 'Wrong' })).length, 2);
      assert.equal((await viewer.ids({ sort: 'steps' })).length, 7);
      assert.deepEqual(await findRow(viewer, 'b', {}), { row: 3 });
      const [first] = (await viewer.list()).rows;
      assert.ok(first?.kind === 'broken-line');
      assert.match(
        first.message,
        /^This line is not a trajectory record: not JSON.*not affected\.$/,
      );
    });

    it('lists ten thousand broken lines and counts the others', async () => {
      const viewer = await openWith('x\n'.repeat(10_050));
      const page = await viewer.list({}, 9_999, 10);
      assert.equal(page.totalRows, 10_001);
      assert.equal(viewer.state.brokenLines, 10_050);
      assert.match(JSON.stringify(page.rows[1]), /50 more lines could not be read/);
    });

    it('finds texts in what is appended while it is searched', async () => {
      const viewer = await openWith(asLines(mixed()));
      assert.deepEqual(await viewer.ids({ text: 'thought of' }), 'a b c d e f g'.split(' '));
      await appendFile(file(), asLines(trajectory({ id: 'h', task: 'x', steps: 1 })));
      await viewer.until(({ trajectories, complete }) => trajectories === 8 && complete);
      assert.equal((await viewer.ids({ text: 'thought of' })).at(-1), 'h');
    });
  });

  describe('trajectories', () => {
    it('gives the head with outline, neighbours and branches', async () => {
      const records = [...makeTrajectoryRecords('a', 2), ...richRecords('b')];
      const parent = { trajectoryId: 'a', relation: 'follow-up', step: 2 } as const;
      const branch = { ...makeStarted({ trajectoryId: 'c' }), parent };
      const viewer = await openWith(asLines([...records, branch]));
      const found = await head(viewer, 'a');
      assert.deepEqual(found.started, records[0]);
      assert.equal(found.ended?.finalAnswer, '42');
      assert.equal(found.reward?.total, 1.6);
      assert.deepEqual([found.position, found.previousId, found.nextId], [1, null, 'b']);
      assert.deepEqual(found.branches, [{ id: 'c', parent }]);
      assert.deepEqual(found.problems, []);
      const rich = await head(viewer, 'b');
      const steps = records.flatMap((record) =>
        record.trajectoryId === 'b' && record.kind === 'step-ended' ? [record.step] : [],
      );
      assert.deepEqual(rich.rows, steps.map(stepRow));
      assert.deepEqual([rich.position, rich.previousId, rich.nextId], [2, 'a', 'c']);
    });

    it('says what is missing and what is there twice', async () => {
      const records = makeTrajectoryRecords('a', 6);
      const doubled = [records[0], records[0], records[2], records[2], records[6], records[7]];
      const viewer = await openWith(asLines(doubled));
      const found = await head(viewer, 'a');
      assert.deepEqual(found.problems, [
        'It is started 2 times; the first start counts.',
        'Step 2 is there 2 times; the first counts.',
        'Step 1 is missing.',
        'Steps 3 to 5 are missing.',
      ]);
      assert.deepEqual(
        found.rows.map(({ index }) => index),
        [2, 6],
      );
      const [row] = (await viewer.list()).rows;
      assert.ok(row?.kind === 'trajectory' && row.steps === 2);
    });

    it('tells one that was interrupted from one that is being written', async () => {
      const begun = (trajectoryId: string, writer: object) => ({
        ...makeStarted({ trajectoryId }),
        ...writer,
      });
      const host = hostname();
      const viewer = await openWith(
        asLines([
          begun('alive', { writer: { pid: process.pid, host } }),
          begun('gone', { writer: { pid: 2 ** 30, host } }),
          begun('unknown', {}),
        ]),
      );
      const interrupted = /It has no end: it was interrupted/;
      assert.deepEqual((await head(viewer, 'alive')).problems, []);
      assert.match((await head(viewer, 'gone')).problems.join(), interrupted);
      assert.match((await head(viewer, 'unknown')).problems.join(), interrupted);
      const rows = (await viewer.list()).rows.filter((row) => row.kind === 'trajectory');
      assert.deepEqual(
        rows.map((row) => [row.id, row.stopReason, row.interrupted]),
        [
          ['alive', null, false],
          ['gone', null, true],
          ['unknown', null, true],
        ],
      );
    });

    it('says why a trajectory cannot be shown', async () => {
      const viewer = await openWith(asLines([makeEnded({ trajectoryId: 'a' })]));
      assert.deepEqual(await viewer.ids(), ['a']);
      await assert.rejects(
        head(viewer, 'a'),
        failsWith('store/no-trajectory', /not its first one/),
      );
      await assert.rejects(head(viewer, 'b'), failsWith('store/no-trajectory', /no trajectory b/));
    });

    it('gives steps without tokens and with long texts clipped', async () => {
      const long = `${'a'.repeat(30_000)}😀${'z'.repeat(30_000)}`;
      const step = makeStep({ index: 2, code: long });
      step.observation.text = long;
      step.reply.tokens = {
        promptIds: [1],
        completionIds: [2],
        completionMask: [1],
        logProbs: null,
      };
      step.toolCalls = [
        {
          index: 0,
          name: 'read',
          arguments: { 'a.b': long },
          outcome: 'ok',
          preview: 'short',
          milliseconds: 1,
        },
      ];
      const base = { version: 1, trajectoryId: 'a', kind: 'step-ended' };
      const viewer = await openWith(
        asLines([
          makeStarted({ trajectoryId: 'a' }),
          { ...base, step },
          { ...base, step: makeStep() },
        ]),
      );
      const { steps } = await readSteps(viewer, 1, 9);
      assert.deepEqual(
        steps.map((view) => view.step.index),
        [1, 2],
      );
      const view = steps[1]!;
      assert.equal(view.step.reply.tokens, null);
      assert.deepEqual(view.clipped, [
        { field: 'code', characters: 60_002 },
        { field: 'observation.text', characters: 60_002 },
        { field: 'toolCalls.0.arguments.a.b', characters: 60_002 },
      ]);
      assert.ok(view.step.code!.length <= 20_000);
      assert.match(view.step.code!, /^a+\n… 40,\d{3} characters are left out here …\nz+$/);
      for (const { field } of view.clipped) {
        assert.deepEqual(await readText(viewer, field, 29_999, 4), {
          text: long.slice(29_999, 30_003),
          characters: 60_002,
        });
      }
      await assert.rejects(readText(viewer, 'nothing', 0, 1), /Step 2 of a has no text nothing/);
      assert.deepEqual((await readSteps(viewer, 3, 9)).steps, []);
    });

    it('gives the group of a task with its statistics', async () => {
      const facts = { task: 'x', steps: 1, judges: ['rule'] };
      const viewer = await openWith(
        asLines([
          ...trajectory({ ...facts, id: 'a', level: 'Correct', total: 1 }),
          ...trajectory({ ...facts, id: 'b', level: 'Partially Correct', total: 0 }),
          ...trajectory({ ...facts, id: 'c', level: 'Correct', total: null }),
          ...trajectory({ ...facts, id: 'd', judges: [], total: null }),
          ...trajectory({ ...facts, id: 'e', level: 'Correct', total: 1, parent: 'a' }),
        ]),
      );
      const group = await viewer.viewer.request('read-group', {
        handle: viewer.handle,
        taskId: 'x',
      });
      viewingRequests['read-group'].result.parse(group);
      assert.deepEqual(
        group.members.map(({ id, advantage }) => [id, advantage?.toFixed(4) ?? null]),
        [
          ['a', '0.7071'],
          ['b', '-0.7071'],
          ['c', null],
          ['d', null],
        ],
      );
      assert.deepEqual([group.judged, group.passed, group.passRate], [3, 2, 2 / 3]);
      assert.deepEqual([group.meanReward, group.zeroVariance], [0.5, false]);
      assert.ok(group.interval![0] > 0.2 && group.interval![1] < 0.95);
    });
  });

  async function head(viewer: OpenedViewer, id: string) {
    const { handle } = viewer;
    const found = await viewer.viewer.request('read-trajectory', { handle, id });
    return viewingRequests['read-trajectory'].result.parse(found);
  }

  async function readSteps(viewer: OpenedViewer, from: number, to: number) {
    const { handle } = viewer;
    const found = await viewer.viewer.request('read-steps', { handle, id: 'a', from, to });
    return viewingRequests['read-steps'].result.parse(found);
  }

  function readText(viewer: OpenedViewer, field: string, offset: number, limit: number) {
    const place = { handle: viewer.handle, id: 'a', step: 2 };
    return viewer.viewer.request('read-text', { ...place, field, offset, limit });
  }

  async function findRow(viewer: OpenedViewer, id: string, query: object) {
    const { handle } = viewer;
    const { params } = viewingRequests['find-row'];
    await viewer.list(params.shape.query.parse(query));
    return viewer.viewer.request('find-row', params.parse({ handle, query, id }));
  }
});

interface Facts {
  readonly id: string;
  readonly task: string;
  readonly steps: number;
  readonly level?: 'Correct' | 'Partially Correct' | 'Wrong';
  readonly total?: number | null;
  readonly judges?: readonly string[];
  readonly ended?: boolean;
  readonly parent?: string;
}

function trajectory(facts: Facts): TrajectoryRecord[] {
  const { id, task, steps, level = 'Correct', total = null, judges = [], ended = true } = facts;
  const base = { version: 1, trajectoryId: id } as const;
  const started = makeStarted({
    trajectoryId: id,
    task: makeTask({
      id: task,
      question: task === 'y' ? 'About task y?' : `Question of task ${task}?`,
    }),
  });
  const parent = { trajectoryId: facts.parent ?? '', relation: 'retry', step: 0 } as const;
  const records: TrajectoryRecord[] = [
    facts.parent === undefined ? started : { ...started, parent },
    ...Array.from({ length: steps }, (_, index): TrajectoryRecord => ({
      ...base,
      kind: 'step-ended',
      step: makeStep({ index: index + 1, thought: `Thought of ${id} says "${id}"` }),
    })),
  ];
  if (ended) records.push(makeEnded({ trajectoryId: id }));
  for (const [place, judge] of judges.entries()) {
    records.push({
      ...base,
      kind: 'verdict-given',
      verdict: {
        outcome: 'scored',
        judge: { name: judge, version: '1' },
        // Of two judges the first disagrees, so that the last verdict is the one of the facts.
        level: place === 0 && judges.length > 1 ? 'Wrong' : level,
        score: 1,
        reason: 'so',
      },
    });
  }
  if (total !== null) {
    const reward = { recipe: 'tool-r1', parts: [], total };
    records.push({ ...base, kind: 'reward-assigned', reward });
  }
  return records;
}
