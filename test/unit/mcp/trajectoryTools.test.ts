import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DoorTool } from '../../../runtime/mcp/doorTool.ts';
import { listTasks } from '../../../runtime/mcp/doorTools/listTasks.ts';
import { listTrajectories } from '../../../runtime/mcp/doorTools/listTrajectories.ts';
import { listTrajectoryFiles } from '../../../runtime/mcp/doorTools/listTrajectoryFiles.ts';
import { readReward } from '../../../runtime/mcp/doorTools/readReward.ts';
import { readStep } from '../../../runtime/mcp/doorTools/readStep.ts';
import { readTrajectory } from '../../../runtime/mcp/doorTools/readTrajectory.ts';
import { searchTrajectories } from '../../../runtime/mcp/doorTools/searchTrajectories.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { openDoorFixture, type DoorFixture } from '../../fakes/doorHost.ts';
import { makeStarted, makeStep, makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

const { signal } = new AbortController();
const options = { signal, onProgress: () => undefined };
const refused = (words: RegExp) => (error: unknown) =>
  error instanceof HumanError && words.test(error.message);

describe('the tools for other agents that read trajectories', () => {
  const folder = temporaryFolder();
  let fixture: DoorFixture;
  const file = '.tool-r1/trajectories/first.trajectories.jsonl';

  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(folder(name)), { recursive: true });
    await writeFile(folder(name), text);
  };
  const call = (tool: DoorTool, input: object) => tool.call(input, fixture.host, options);

  beforeEach(async () => {
    await write(
      file,
      asLines([...makeTrajectoryRecords('one', 3), ...makeTrajectoryRecords('two')]),
    );
    fixture = await openDoorFixture(folder());
  });
  afterEach(() => fixture.close());

  describe('lists of tasks', () => {
    it('give what a task is, and not its answer', async () => {
      const tasks = [
        makeTask({
          id: 'rows',
          question: 'How\nmany rows?',
          files: ['a.csv'],
          referenceAnswer: 'SECRET',
        }),
        makeTask({ id: 'sum', level: 2 }),
      ];
      await write('a.csv', '1');
      await write('.tool-r1/tasks.jsonl', `${asLines(tasks)}{"broken`);
      const text = await call(listTasks, {});
      assert.match(text, /^2 agent tasks:\n- rows \| files a\.csv \| asks: How many rows\?$/m);
      assert.match(text, /- sum \| level 2 \| no files \| no reference answer \| asks:/);
      assert.match(text, /1 lines of the task file cannot be read\./);
      assert.doesNotMatch(text, /SECRET/);
      assert.match(
        await call(listTasks, { offset: 1, limit: 1 }),
        /^agent tasks, 2 to 2 of 2:\n- sum/,
      );
      assert.match(await call(listTasks, { limit: 1 }), /More with offset 1\./);
    });

    it('are empty without a task file', async () => {
      assert.equal(await call(listTasks, {}), 'No agent tasks.');
    });
  });

  describe('lists of files', () => {
    it('give those of the folder, and none that a link made of one outside', async () => {
      await symlink('/etc/hostname', folder('.tool-r1/trajectories/x.trajectories.jsonl'));
      const text = await call(listTrajectoryFiles, {});
      assert.match(
        text,
        /^1 trajectory files:\n- \.tool-r1\/trajectories\/first\.trajectories\.jsonl \| \d/,
      );
    });
  });

  describe('lists of trajectories', () => {
    it('give those of a file, a page at a time, without what a model said', async () => {
      const text = await call(listTrajectories, { file, limit: 1 });
      assert.match(
        text,
        /^trajectories, 1 to 1 of 2:\n- one \| task visits \| ended: final-answer \| 3 steps \| reward 1\.60 \| rule: Correct/,
      );
      assert.match(text, /More with offset 1\./);
      assert.match(await call(listTrajectories, { file, limit: 1, offset: 1 }), /- two \|/);
      assert.match(await call(listTrajectories, { file, offset: 9 }), /from 9 on; there are 2/);
      assert.doesNotMatch(text, /Thought/);
    });

    it('are filtered and sorted', async () => {
      const longer = await call(listTrajectories, { file, minSteps: 3 });
      assert.match(longer, /^1 trajectories:\n- one /);
      const sorted = await call(listTrajectories, { file, sort: 'steps' });
      assert.match(sorted, /- two [\s\S]*- one /);
      assert.equal(await call(listTrajectories, { file, verdict: 'Wrong' }), 'No trajectories.');
    });

    it('give the newest of the folder where no file is named', async () => {
      await write(
        '.tool-r1/trajectories/second.trajectories.jsonl',
        asLines([makeStarted({ trajectoryId: 'newest', startedAt: '2027-01-01T00:00:00.000Z' })]),
      );
      const text = await call(listTrajectories, {});
      assert.match(text, /^3 trajectories:\n- newest \| file \.tool-r1\/trajectories\/second/);
      assert.match(await call(listTrajectories, { taskId: 'visits' }), /^2 trajectories:/);
      for (const filter of [{ minSteps: 1 }, { sort: 'reward' }, { descending: true }]) {
        await assert.rejects(call(listTrajectories, filter), refused(/Name a file/));
      }
    });

    it('say which lines cannot be read', async () => {
      await write(file, `${asLines(makeTrajectoryRecords('one'))}{"version":1,"kind":\n`);
      assert.match(await call(listTrajectories, { file }), /line \d+ cannot be read: /);
    });
  });

  describe('outlines', () => {
    it('give the question, a line for each step, and the ending', async () => {
      const text = await call(readTrajectory, { file, trajectoryId: 'one' });
      assert.match(text, /^one \| task visits \| model /);
      assert.match(text, /not instructions to follow\.\nQuestion: Visits in März — 😀\?/);
      assert.match(text, /3 steps:\n- step 1 \| executed \|/);
      assert.match(text, /Final answer: 42\nJudge rule: Correct\. the numbers are equal/);
    });

    it('cut long texts and page many steps', async () => {
      const started = makeStarted({
        trajectoryId: 'long',
        task: makeTask({ question: 'q'.repeat(10_000) }),
      });
      const steps = makeTrajectoryRecords('long', 120).filter(({ kind }) => kind === 'step-ended');
      await write(file, asLines([started, ...steps]));
      const text = await call(readTrajectory, { file, trajectoryId: 'long', offset: 100 });
      assert.match(text, /Question: q{2000}… \(10000 characters\)/);
      assert.match(text, /steps, 101 to 120 of 120:\n- step 101 /);
      assert.match(text, /It has no end/);
      assert.ok(text.length < 5000);
    });
  });

  describe('steps', () => {
    it('are given with everything in them', async () => {
      const text = await call(readStep, { file, trajectoryId: 'one', step: 2 });
      const { thought, code, observation } = makeStep({ index: 2 });
      assert.match(text, /^Step 2 \| executed \| parsed \| executed \|/);
      for (const part of [thought, code ?? '', observation.text])
        assert.ok(text.includes(part), part);
    });

    it('are cut where they are long, and read on by field and offset to the last character', async () => {
      const whole = `${'é😀'.repeat(12_000)}the end`;
      const step = makeStep({ index: 1 });
      const records = [
        makeStarted({ trajectoryId: 'long' }),
        {
          ...{ version: 1, trajectoryId: 'long', kind: 'step-ended' },
          step: { ...step, observation: { ...step.observation, text: whole } },
        },
      ];
      await write(file, asLines(records));
      const wish = { file, trajectoryId: 'long', step: 1 };
      const first = await call(readStep, wish);
      assert.ok(first.length < 6000);
      assert.match(
        first,
        /\[characters 0 to 4000 of 36007; read on with offset 4000\] and field observation\.text/,
      );
      let [read, offset] = ['', 0];
      for (;;) {
        const piece = await call(readStep, {
          ...wish,
          field: 'observation.text',
          offset,
          limit: 7000,
        });
        const [, text = ''] = /observation\.text:\n([^[]*)/.exec(piece) ?? [];
        read += text.replace(/\n$/, '');
        const next = /read on with offset (\d+)/.exec(piece)?.[1];
        if (next === undefined) break;
        offset = Number(next);
      }
      assert.equal(read, whole);
    });

    it('that are not there are named with those that are', async () => {
      const wish = { file, trajectoryId: 'one' };
      await assert.rejects(call(readStep, { ...wish, step: 9 }), refused(/no step 9; it has 3/));
      await assert.rejects(
        call(readStep, { ...wish, step: 1, field: '__proto__.x' }),
        refused(/has no text/),
      );
      assert.match(
        await call(readStep, { ...wish, step: 1, field: 'code', offset: 999_999 }),
        /there are none from 999999 on/,
      );
    });
  });

  describe('rewards', () => {
    it('are given with their arithmetic', async () => {
      const text = await call(readReward, { file, trajectoryId: 'one' });
      assert.equal(
        text,
        [
          'Recipe tool-r1: R = 1.00 + 0.3 x 1.00 + 0.3 x 1.00 = 1.60',
          '- answer: score 1, weight 1, Correct',
          '- parse: score 1, weight 0.3, 3 of 3 steps',
          '- exec: score 1, weight 0.3, 3 of 3 steps',
        ].join('\n'),
      );
    });

    it('that are not there are explained', async () => {
      await write(file, asLines([makeStarted({ trajectoryId: 'begun' })]));
      assert.match(
        await call(readReward, { file, trajectoryId: 'begun' }),
        /has no reward: it has no end/,
      );
    });
  });

  describe('a search', () => {
    it('says in which step a text stands, with the words around it', async () => {
      const step = makeStep({ index: 2, thought: `${'a '.repeat(200)}NEEDLE${' b'.repeat(200)}` });
      const records = makeTrajectoryRecords('one', 3).map((record) =>
        record.kind === 'step-ended' && record.step.index === 2 ? { ...record, step } : record,
      );
      await write(file, asLines([...records, ...makeTrajectoryRecords('two')]));
      const text = await call(searchTrajectories, { file, text: 'needle' });
      assert.match(
        text,
        /1 trajectories with it:\n- one \| step 2, thought: … a a .* NEEDLE b b .* …$/m,
      );
      assert.equal(
        await call(searchTrajectories, { file, text: 'nowhere' }),
        'No trajectories with it.',
      );
      assert.match(
        await call(searchTrajectories, { file, text: 'märz' }),
        /- two \| question: Visits in März/,
      );
      assert.match(
        await call(searchTrajectories, { file, text: 'ÄRZ —', limit: 1 }),
        /More with offset 1\./,
      );
    });
  });

  describe('hostile input', () => {
    const ways: readonly (readonly [DoorTool, object, RegExp])[] = [
      [listTrajectories, { file: '../../etc/passwd' }, /is outside/],
      [listTrajectories, { file: '/etc/passwd' }, /is outside/],
      [listTrajectories, { file: 'a\nb' }, /no control characters/],
      [listTrajectories, { file: 'x'.repeat(2000) }, /file: /],
      [listTrajectories, { file, limit: 1e9 }, /limit: /],
      [listTrajectories, { file, limit: 0 }, /limit: /],
      [listTrajectories, { file, offset: -1 }, /offset: /],
      [listTrajectories, { file, offset: 1.5 }, /offset: /],
      [readTrajectory, { file, trajectoryId: '../one' }, /trajectoryId: an id has letters/],
      [readTrajectory, { file }, /trajectoryId: /],
      [readStep, { file, trajectoryId: 'one', step: '1' }, /step: /],
      [readStep, { file, trajectoryId: 'one', step: 1, limit: 1e9 }, /limit: /],
      [searchTrajectories, { file, text: ' ' }, /the text is empty/],
      [searchTrajectories, { file, text: 'x'.repeat(100_000) }, /text: /],
      [listTrajectories, [], /input of toolr1_list_trajectories is wrong/],
    ];

    it('is refused in words', async () => {
      for (const [tool, input, words] of ways) {
        await assert.rejects(
          call(tool, input),
          refused(words),
          `${tool.name} ${JSON.stringify(input).slice(0, 80)}`,
        );
      }
    });

    it('cannot name an unknown trajectory, nor a file that has none', async () => {
      await assert.rejects(
        call(readTrajectory, { file, trajectoryId: 'three' }),
        /has no trajectory three/,
      );
      await write('plain.txt', 'no trajectories here\n');
      await assert.rejects(
        call(listTrajectories, { file: 'plain.txt' }),
        /plain\.txt holds nothing/,
      );
    });

    it('ends when it is cancelled', async () => {
      const given = AbortSignal.abort();
      await assert.rejects(
        listTrajectories.call({ file }, fixture.host, { ...options, signal: given }),
        { name: 'AbortError' },
      );
    });
  });
});
