import assert from 'node:assert/strict';
import { writeFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { RunEvent } from '../../../runtime/contract/events.ts';
import { assembleTrajectory } from '../../../runtime/store/assembleTrajectory.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { makeEnded, makeStep, makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

const recorded = assembleTrajectory(makeTrajectoryRecords('t1', 2)).trajectory!;

describe('tool-r1', () => {
  const inFolder = temporaryFolder();
  const open = (options: Partial<SessionOptions> = {}) =>
    new TerminalSession({ cwd: inFolder(), trajectory: recorded, ...options });

  describe('without a command it can follow', () => {
    it('shows its help and version', async () => {
      const session = open();
      assert.equal(await session.call('--help'), 0);
      for (const command of ['run', 'show', 'replay', 'tasks', 'models', 'doctor', 'prepare']) {
        assert.match(session.out.text, new RegExp(`^  ${command} `, 'm'));
      }
      const version = open();
      assert.equal(await version.call('--version'), 0);
      assert.equal(version.out.text, '1.2.3\n');
    });

    it('shows its help when it is called with nothing', async () => {
      const session = open();
      assert.equal(await session.call(), 0);
      assert.match(session.out.text, /Usage: tool-r1/);
    });

    const wrong: [string, string[], RegExp][] = [
      ['an unknown command', ['runn', 'x'], /unknown command 'runn'.*\n*.*run/],
      ['an unknown option', ['run', 'x', '--fast'], /unknown option '--fast'/],
      ['a missing value', ['run', 'x', '--file'], /argument missing/],
      ['a seed that is no number', ['run', 'x', '--seed', 'seven'], /whole number from 0/],
      ['too many steps', ['run', 'x', '--max-steps', '101'], /whole number from 1 to 100/],
      ['half a step', ['run', 'x', '--max-steps', '1.5'], /whole number/],
      ['a hot temperature', ['run', 'x', '--temperature', '3'], /number from 0 to 2/],
      ['no question', ['run'], /There is no question/],
      ['an empty question', ['run', '  '], /The question is empty/],
      ['question and task', ['run', 'x', '--task', 'tasks.jsonl#a'], /not both|no file/],
      ['a task without id', ['run', '--task', 'tasks.jsonl'], /Write the file and the id/],
      ['a task file that is not there', ['run', '--task', 'no.jsonl#a'], /There is no file/],
      ['a chosen file that is not there', ['run', 'x', '--file', 'no.csv'], /There is no file or/],
      ['an unknown recipe', ['run', 'x', '--recipe', 'none'], /There is no recipe none/],
      ['a trajectory file that is not there', ['show', 'no.jsonl'], /There is no file/],
    ];
    for (const [name, args, message] of wrong) {
      it(`answers ${name} with a sentence and exit code 2`, async () => {
        const session = open();
        assert.equal(await session.call(...args), 2);
        assert.match(session.err.text, message);
        assert.doesNotMatch(session.err.text, /^\s+at /m);
        assert.equal(session.out.text, '');
      });
    }
  });

  describe('run', () => {
    it('asks the runtime for what the options say', async () => {
      await mkdir(inFolder('data'));
      await writeFile(inFolder('data', 'visits.csv'), 'a,b\n');
      const session = open();
      const args = [
        '--file',
        'data',
        '--model',
        'm@http://h/v1',
        '--reference',
        '42',
        '--seed',
        '7',
      ];
      const limits = ['--max-steps', '3', '--temperature', '0', '--out', 'x.trajectories.jsonl'];
      assert.equal(await session.call('run', 'How many?', ...args, ...limits), 0);
      const request = session.runtime.requests[0]!;
      assert.equal(request.task.question, 'How many?');
      assert.deepEqual(request.task.files, [inFolder('data')]);
      assert.equal(request.task.referenceAnswer, '42');
      assert.deepEqual(
        request.files.files.map((file) => file.name),
        ['visits.csv'],
      );
      assert.equal(request.model, 'm@http://h/v1');
      assert.equal(request.seed, 7);
      assert.equal(request.recipe.agent.maxSteps, 3);
      assert.equal(request.recipe.agent.temperature, 0);
      assert.equal(request.file, inFolder('x.trajectories.jsonl'));
    });

    it('has defaults that work', async () => {
      const session = open();
      await session.call('run', 'How many?');
      const request = session.runtime.requests[0]!;
      assert.equal(request.model, 'embedded');
      assert.equal(request.recipe.name, 'tool-r1');
      assert.ok(Number.isSafeInteger(request.seed));
      const name = `${request.trajectoryId}.trajectories.jsonl`;
      assert.equal(request.file, inFolder('.tool-r1', 'trajectories', name));
      assert.match(request.trajectoryId, /^20260301-142530-/);
    });

    it('takes a task, with files named from its folder, and more files', async () => {
      await mkdir(inFolder('tasks'));
      await writeFile(inFolder('tasks', 'a.csv'), '');
      await writeFile(inFolder('b.csv'), '');
      const task = makeTask({ id: 'a', files: ['a.csv'], referenceAnswer: '9' });
      await writeFile(inFolder('tasks', 'tasks.jsonl'), asLines([task]));
      const session = open();
      const code = await session.call('run', '--task', 'tasks/tasks.jsonl#a', '--file', 'b.csv');
      assert.equal(code, 0);
      const { task: asked } = session.runtime.requests[0]!;
      assert.deepEqual(asked.files, [inFolder('tasks', 'a.csv'), inFolder('b.csv')]);
      assert.equal(asked.referenceAnswer, '9');
    });

    it('prints one event a line with --json, the last with answer, stop reason and reward', async () => {
      const session = open();
      assert.equal(await session.call('run', 'How many?', '--json'), 0);
      const events = session.out.text
        .trimEnd()
        .split('\n')
        .map((line) => RunEvent.parse(JSON.parse(line)));
      const last = events.at(-1)!;
      assert.ok(last.type === 'rollout-ended');
      assert.equal(last.finalAnswer, '42');
      assert.equal(last.stopReason, 'final-answer');
      assert.equal(last.reward?.total, 1.6);
      assert.equal(session.err.text, '');
    });

    const endings: [Parameters<typeof makeEnded>[0], number][] = [
      [{ stopReason: 'max-steps', finalAnswer: null }, 3],
      [{ stopReason: 'no-code', finalAnswer: null }, 3],
      [{ stopReason: 'failure', failure: failure('policy', 'x', 'm').failure }, 4],
      [{ stopReason: 'failure', failure: failure('sandbox', 'x', 'm').failure }, 5],
    ];
    for (const [ended, code] of endings) {
      it(`ends with ${code} after ${ended!.stopReason} ${ended!.failure?.code ?? ''}`, async () => {
        const session = open({ trajectory: { ...recorded, ended: makeEnded(ended) } });
        assert.equal(await session.call('run', 'x'), code);
      });
    }

    it('ends with 130 after Ctrl+C', async () => {
      const session: TerminalSession = open({ onRun: () => session.signals.send('SIGINT') });
      assert.equal(await session.call('run', 'x'), 130);
      assert.match(session.err.text, /Stopping/);
    });

    it('ends with 143 after TERM', async () => {
      const session: TerminalSession = open({ onRun: () => session.signals.send('SIGTERM') });
      assert.equal(await session.call('run', 'x'), 143);
    });

    it('hides the stack of an unexpected error unless it is asked for', async () => {
      const error = new TypeError('x is undefined');
      const quiet = open({ error });
      assert.equal(await quiet.call('run', 'x'), 1);
      assert.match(quiet.err.text, /did not expect: x is undefined\nSet TOOL_R1_DEBUG=1/);
      const loud = open({ error, env: { TOOL_R1_DEBUG: '1' } });
      await loud.call('run', 'x');
      assert.match(loud.err.text, /^ +at /m);
    });
  });

  describe('show', () => {
    const file = () => inFolder('run.trajectories.jsonl');

    it('shows the only trajectory of a file', async () => {
      await writeFile(file(), asLines(makeTrajectoryRecords('t1')));
      const session = open();
      assert.equal(await session.call('show', 'run.trajectories.jsonl'), 0);
      assert.match(session.out.text, /Step 2[\s\S]*Answer {6}42\n[\s\S]*R = 1\.00 \+ 0\.3 x/);
      assert.doesNotMatch(session.out.text, /tool-r1 show/);
    });

    it('lists several and shows one by its id', async () => {
      const records = [...makeTrajectoryRecords('t1'), ...makeTrajectoryRecords('t22', 1)];
      await writeFile(file(), asLines(records));
      const list = open();
      await list.call('show', 'run.trajectories.jsonl');
      assert.equal(
        list.out.text,
        't1   2 steps   R 1.60  answer 42  Visits in März — 😀?\n' +
          't22  1 step    R 1.60  answer 42  Visits in März — 😀?\n',
      );
      const one = open();
      await one.call('show', 'run.trajectories.jsonl', 't22');
      assert.match(one.out.text, /\(1 step, 0 ms\)/);
    });

    it('shows what there is of a file that was cut, and says what is missing', async () => {
      const text = asLines(makeTrajectoryRecords('t1'));
      await writeFile(file(), text.slice(0, text.indexOf('"index":2')));
      const session = open();
      assert.equal(await session.call('show', 'run.trajectories.jsonl'), 0);
      assert.match(session.err.text, /line 3: the last line is unfinished/);
      assert.match(session.out.text, /Step 1[\s\S]*It has no end/);
      assert.doesNotMatch(session.out.text, /Step 2/);
    });

    it('prints JSON', async () => {
      await writeFile(file(), asLines(makeTrajectoryRecords('t1')));
      const session = open();
      await session.call('show', 'run.trajectories.jsonl', '--json');
      const shown = JSON.parse(session.out.text) as { steps: unknown[] };
      assert.equal(shown.steps.length, 2);
    });

    it('names the ids when the one asked for is not there', async () => {
      await writeFile(file(), asLines(makeTrajectoryRecords('t1')));
      const session = open();
      assert.equal(await session.call('show', 'run.trajectories.jsonl', 't9'), 2);
      assert.match(session.err.text, /has no trajectory t9\. List what it has with/);
    });
  });

  describe('replay', () => {
    const file = () => writeFile(inFolder('run.jsonl'), asLines(makeTrajectoryRecords('t1')));

    it('says step by step that the observations are the same', async () => {
      await file();
      const session = open();
      assert.equal(await session.call('replay', 'run.jsonl'), 0);
      assert.equal(
        session.out.text,
        'same       Step 1  executed\nsame       Step 2  executed\n' +
          '2 steps of 2 gave the same observation.\n',
      );
    });

    it('shows what differs and ends with 1', async () => {
      await file();
      const { observation } = makeStep();
      const other = makeStep({ index: 2, observation: { ...observation, text: '2' } });
      const session = open({ trajectory: { ...recorded, steps: [recorded.steps[0]!, other] } });
      assert.equal(await session.call('replay', 'run.jsonl'), 1);
      assert.match(
        session.out.text,
        /different {2}Step 2 {2}another observation\n {2}recorded {2}1\n {2}replayed {2}2\n/,
      );
    });

    it('asks for files that moved', async () => {
      const records = makeTrajectoryRecords('t1');
      const gone = path.join(inFolder(), 'gone.csv');
      const [started, ...rest] = records;
      assert.ok(started?.kind === 'trajectory-started');
      const moved = { ...started, task: { ...started.task, files: [gone] } };
      await writeFile(inFolder('run.jsonl'), asLines([moved, ...rest]));
      const session = open();
      assert.equal(await session.call('replay', 'run.jsonl'), 2);
      assert.match(session.err.text, /files of the recording moved.*--file/s);
    });
  });

  describe('the others', () => {
    it('tasks lists tasks and names broken lines', async () => {
      const tasks = [makeTask({ id: 'a', question: 'One?' }), makeTask({ id: 'bb', level: 2 })];
      await writeFile(inFolder('tasks.jsonl'), `${asLines(tasks)}broken\n`);
      const session = open();
      assert.equal(await session.call('tasks', 'tasks.jsonl'), 2);
      assert.equal(session.out.text, 'a   One?\nbb  (level 2) How many rows?\n');
      assert.match(session.err.text, /tasks\.jsonl, line 3: not JSON/);
    });

    it('models tells ready from not ready', async () => {
      const session = open({
        models: [
          { name: 'embedded', kind: 'embedded', ready: true, detail: 'SmolLM2' },
          { name: 'NAME@http://localhost:11434/v1', kind: 'server', ready: false, detail: 'start' },
        ],
      });
      assert.equal(await session.call('models'), 0);
      assert.match(session.out.text, /^ready {6}embedded\n {11}SmolLM2\nnot ready {2}NAME@/);
    });

    it('doctor gives each check a line with advice, and fails when one failed', async () => {
      const checks = [
        { name: 'Node', state: 'pass' as const, detail: 'version 20', advice: null },
        { name: 'Cache', state: 'fail' as const, detail: 'read-only', advice: 'Set it.' },
      ];
      const session = open({ checks });
      assert.equal(await session.call('doctor'), 1);
      assert.equal(
        session.out.text,
        'pass  Node: version 20\nfail  Cache: read-only\n      Set it.\n\n' +
          '1 passed, 0 warnings, 1 failed\n',
      );
      assert.equal(await open({ checks: checks.slice(0, 1) }).call('doctor'), 0);
    });

    it('prepare --check tells by its exit code and does nothing', async () => {
      const session = open({ prepared: false });
      assert.equal(await session.call('prepare', '--check'), 1);
      assert.equal(session.runtime.prepared, 0);
      assert.equal(await open({ prepared: true }).call('prepare', '--check'), 0);
    });

    it('prepare downloads the data pack only after a yes', async () => {
      const session = open();
      assert.equal(await session.call('prepare', '--data-pack'), 2);
      assert.match(
        session.out.text,
        /numpy 2, pandas 3 would come from https:\/\/mirror\/.*--yes/s,
      );
      assert.equal(session.runtime.installed, 0);
      const agreed = open();
      assert.equal(await agreed.call('prepare', '--data-pack', '--yes'), 0);
      assert.deepEqual([agreed.runtime.installed, agreed.runtime.prepared], [1, 1]);
    });

    it('prepare ends with 4 when the model cannot be had', async () => {
      const session = open({ error: failure('policy', 'model-unavailable', 'No source had it.') });
      assert.equal(await session.call('prepare'), 4);
      assert.match(session.err.text, /tool-r1: No source had it\./);
    });
  });
});
