import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { verdictScores, type Verdict, type VerdictLevel } from '../../../runtime/contract/judge.ts';
import type { TrajectoryRecord } from '../../../runtime/contract/trajectory.ts';
import type { Judge, JudgeInput } from '../../../runtime/judge/judge.ts';
import { itemHash } from '../../../runtime/labels/itemHash.ts';
import { readAnswers } from '../../../runtime/store/labels/readAnswers.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { judgedTrajectory, llmJudge, makeLabel, ruleJudge } from '../../fakes/labelRecords.ts';
import { makeStarted } from '../../fakes/records.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';
import { asLines } from '../../fakes/trajectoryRecords.ts';

const file = 'run.trajectories.jsonl';

/** Grades by a function, and counts. */
class FakeJudge implements Judge {
  readonly identity;
  readonly asked: string[] = [];
  readonly #level: (input: JudgeInput) => VerdictLevel | null;

  constructor(level: (input: JudgeInput) => VerdictLevel | null, version = '1') {
    this.#level = level;
    this.identity = { name: 'llm', version, kind: 'llm' as const, model: 'fake' };
  }

  judge(input: JudgeInput): Promise<Verdict> {
    this.asked.push(input.finalAnswer);
    const level = this.#level(input);
    if (level === null) throw failure('policy', 'broken', 'The model broke. Try again.');
    const score = verdictScores[level];
    return Promise.resolve({ outcome: 'scored', judge: this.identity, level, score, reason: 'r' });
  }
}

describe('tool-r1 judge', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  function session(options: Partial<SessionOptions> = {}): TerminalSession {
    const env = { TOOL_R1_CACHE: `${folder.path}/cache` };
    return new TerminalSession({ cwd: folder.path, env, ...options });
  }

  const write = (records: readonly TrajectoryRecord[]) => folder.write(file, asLines(records));

  async function verdicts(): Promise<Map<string, readonly Verdict[]>> {
    const found = new Map<string, readonly Verdict[]>();
    const { signal } = new AbortController();
    await readAnswers(`${folder.path}/${file}`, {
      signal,
      onAnswer: (answer) => found.set(answer.started.trajectoryId, answer.verdicts),
    });
    return found;
  }

  const trajectories = (...answers: readonly (string | null)[]): TrajectoryRecord[] =>
    answers.flatMap((answer, index) => judgedTrajectory({ id: `t-${index}`, answer, score: null }));

  it('grades every answer by rule and appends to the file what it found', async () => {
    await write(trajectories('4', '5', '4', null));
    const call = session();
    assert.equal(await call.call('judge', file), 0);
    assert.match(call.out.text, /^rule 1\nCorrect +2 {2}66\.7 %\nPartially Correct +0/);
    assert.match(call.out.text, /3 verdicts appended, 1 without answer or reference/);
    const found = await verdicts();
    assert.deepEqual(
      [...found].map(([id, [verdict]]) => [id, verdict?.outcome === 'scored' && verdict.level]),
      [
        ['t-0', 'Correct'],
        ['t-1', 'Wrong'],
        ['t-2', 'Correct'],
        ['t-3', false],
      ],
    );
  });

  it('asks a language model once for each answer, and nothing the second time', async () => {
    await write(trajectories('4', '5', '4'));
    const judge = new FakeJudge(() => 'Partially Correct');
    const open = { openJudge: () => judge };
    const first = session(open);
    const flags = ['--judge', 'llm', '--judge-model', 'm@http://localhost:1/v1'];
    assert.equal(await first.call('judge', file, ...flags), 0);
    assert.equal(first.runtime.judges[0]?.model, 'm@http://localhost:1/v1');
    assert.deepEqual(judge.asked.toSorted(), ['4', '5']);
    const second = session(open);
    assert.equal(await second.call('judge', file, ...flags, '--json'), 0);
    const told = JSON.parse(second.out.text) as Record<string, unknown>;
    assert.deepEqual([told['appended'], told['skipped'], told['trajectories']], [0, 3, 3]);
    assert.equal(judge.asked.length, 2);
    assert.equal(await session(open).call('judge', file, ...flags, '--again'), 0);
    assert.equal(judge.asked.length, 4);
  });

  it('finds in the cache what it said about the same answer in another file', async () => {
    await write(trajectories('4'));
    const judge = new FakeJudge(() => 'Correct');
    await session({ openJudge: () => judge }).call('judge', file, '--judge', 'llm');
    await folder.write('other.trajectories.jsonl', asLines(trajectories('4')));
    const call = session({ openJudge: () => judge });
    await call.call('judge', 'other.trajectories.jsonl', '--judge', 'llm');
    assert.equal(judge.asked.length, 1);
    assert.match(call.out.text, /1 verdict appended, 1 answer known from the cache/);
  });

  it('goes on past an answer whose judge broke, and asks for it the next time', async () => {
    await write(trajectories('a', 'b', 'c'));
    let broken = true;
    const judge = new FakeJudge(({ finalAnswer }) =>
      finalAnswer === 'b' && broken ? null : 'Wrong',
    );
    const call = session({ openJudge: () => judge });
    assert.equal(await call.call('judge', file, '--judge', 'llm'), 0);
    assert.match(call.out.text, /unscored +1/);
    broken = false;
    assert.equal(
      await session({ openJudge: () => judge }).call('judge', file, '--judge', 'llm'),
      0,
    );
    assert.equal((await verdicts()).get('t-1')?.at(-1)?.outcome, 'scored');
  });

  it('gives up when the model is gone, keeps what came and says how to go on', async () => {
    await write(trajectories(...Array.from({ length: 40 }, (_, index) => `answer ${index}`)));
    const judge = new FakeJudge(() => null);
    const call = session({ openJudge: () => judge });
    assert.equal(await call.call('judge', file, '--judge', 'llm', '--concurrency', '1'), 4);
    assert.match(
      call.err.text,
      /The model broke\. Try again\.\n35 answers not judged\. Call it again/,
    );
    assert.equal(judge.asked.length, 5);
  });

  it('does not touch a file that is being written', async () => {
    const writer = { pid: process.pid, host: hostname() };
    await write([...trajectories('4'), makeStarted({ trajectoryId: 'live', writer })]);
    const before = readFileSync(`${folder.path}/${file}`, 'utf8');
    const call = session();
    assert.equal(await call.call('judge', file), 2);
    assert.match(call.err.text, /is being written: live still runs in process \d+\. Judge it when/);
    assert.equal(readFileSync(`${folder.path}/${file}`, 'utf8'), before);
  });

  it('starts on a line of its own after a torn one', async () => {
    await folder.write(file, `${asLines(trajectories('4'))}{"version":1,"kind":"verd`);
    assert.equal(await session().call('judge', file), 0);
    assert.equal((await verdicts()).get('t-0')?.length, 1);
  });

  const misuse: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      'a judge that is none',
      ['--judge', 'oracle'],
      /There is no judge "oracle"\. Choose one of rule/,
    ],
    ['repeats of a rule', ['--repeats', '3'], /says the same every time; leave out --repeats/],
    ['no repeats at all', ['--repeats', '0'], /a whole number from 1 to 20/],
    ['a file that is not there', ['gone.jsonl'], /There is no file .*gone\.jsonl/],
  ];
  for (const [name, args, message] of misuse) {
    it(`explains ${name}`, async () => {
      await write(trajectories('4'));
      const call = session();
      assert.equal(await call.call('judge', file, ...args), 2);
      assert.match(call.err.text, message);
    });
  }

  /** `right` of `count` verdicts are as people say; every third label is Wrong, the others Correct. */
  async function labelled(count: number, right: number): Promise<void> {
    const level = (index: number): VerdictLevel => (index % 3 === 0 ? 'Wrong' : 'Correct');
    const flipped = (index: number): VerdictLevel => (index % 3 === 0 ? 'Correct' : 'Wrong');
    const judged = Array.from({ length: count }, (_, index) =>
      judgedTrajectory({
        id: `t-${index}`,
        answer: `answer ${index}`,
        verdicts: [
          { judge: llmJudge, level: index < right ? level(index) : flipped(index) },
          { judge: ruleJudge, level: 'Wrong' },
        ],
      }),
    );
    await write(judged.flat());
    const labels = Array.from({ length: count }, (_, index) =>
      makeLabel({
        id: `label-${index}`,
        question: 'Question of task-1',
        referenceAnswer: '4',
        finalAnswer: `answer ${index}`,
        level: level(index),
      }),
    );
    await folder.write('.tool-r1/labels.jsonl', asLines(labels));
  }

  describe('check', () => {
    it('passes a judge that agrees well enough', async () => {
      await labelled(30, 28);
      const call = session();
      assert.equal(await call.call('judge', 'check', file, '--min-kappa', '0.6'), 0);
      assert.match(
        call.out.text,
        /^passes {2}llm-judge v3: kappa 0\.8\d \(95 % 0\.\d\d to [01]\.\d\d\) on 30 labels/,
      );
    });

    it('fails one that does not, with an exit code of its own', async () => {
      await labelled(30, 20);
      const call = session();
      assert.equal(await call.call('judge', 'check', file, '--min-kappa', '0.6', '--json'), 7);
      const told = JSON.parse(call.out.text) as { n: number; passes: boolean; judge: string };
      assert.deepEqual([told.n, told.passes, told.judge], [30, false, 'llm-judge@3']);
    });

    it('fails with fewer than 20 labels and says so', async () => {
      await labelled(19, 19);
      const call = session();
      assert.equal(await call.call('judge', 'check', file, '--min-kappa', '0.1'), 7);
      assert.match(call.out.text, /fails .* only 19 labels on its verdicts; 20 are needed/);
    });

    it('takes the judge that is named, and lists those there are for one that is not', async () => {
      await labelled(30, 30);
      const named = ['judge', 'check', file, '--min-kappa', '0.6', '--judge'];
      assert.equal(await session().call(...named, 'rule'), 7);
      assert.equal(await session().call(...named, 'llm-judge@3'), 0);
      const call = session();
      assert.equal(await call.call(...named, 'other'), 2);
      assert.match(
        call.err.text,
        /No verdict is by "other"\. The judges there: llm-judge@3, rule@1/,
      );
    });
  });

  describe('compare', () => {
    it('shows both judges on the same labels, and a paired test', async () => {
      await labelled(30, 28);
      const call = session();
      assert.equal(await call.call('judge', 'compare', 'llm-judge', 'rule', file), 0);
      assert.match(call.out.text, /llm-judge v3\n {2}same as people +0\.93 /);
      assert.match(
        call.out.text,
        /30 answers .* only the first is right on 18, only the second on 0/,
      );
      assert.match(call.out.text, /p = 0\.000/);
    });

    it('says when there is nothing to compare on', async () => {
      await write(
        judgedTrajectory({ id: 't', answer: 'x', verdicts: [{ judge: llmJudge, level: 'Wrong' }] }),
      );
      const call = session();
      assert.equal(await call.call('judge', 'compare', 'llm-judge', 'llm-judge', file), 2);
      assert.match(call.err.text, /No answer of these files is labelled yet.*tool-r1 label/);
    });

    it('names the judges that never met on a labelled answer', async () => {
      await labelled(30, 28);
      const only = judgedTrajectory({
        id: 'alone',
        answer: 'x',
        verdicts: [{ judge: { name: 'other', version: '1' }, level: 'Wrong' }],
      });
      await appendFile(`${folder.path}/${file}`, asLines(only));
      const call = session();
      assert.equal(await call.call('judge', 'compare', 'llm-judge', 'other', file), 2);
      assert.match(
        call.err.text,
        /Of 30 labelled answers none has a verdict of both llm-judge@3 and other@1/,
      );
    });
  });

  describe('improve', () => {
    const improve = ['judge', 'improve', file, '--judge', 'llm'];
    const isWrong = ({ finalAnswer }: JudgeInput): boolean =>
      Number(finalAnswer.slice(7)) % 3 === 0;
    /** Calls everything Correct until it has examples. */
    const learner: SessionOptions['openJudge'] = ({ taught }) =>
      taught.examples.length === 0
        ? new FakeJudge(() => 'Correct', 'before')
        : new FakeJudge((input) => (isWrong(input) ? 'Wrong' : 'Correct'), 'after');

    it('proposes examples where the judge erred and measures on other labels', async () => {
      await labelled(40, 40);
      const call = session({ openJudge: learner });
      assert.equal(await call.call(...improve, '--json'), 0);
      const told = JSON.parse(call.out.text) as {
        n: number;
        onlyAfter: number;
        onlyBefore: number;
        after: { same: { value: number } };
        proposed: { examples: { finalAnswer: string; level: string }[] };
      };
      assert.equal(told.after.same.value, 1);
      assert.ok(told.onlyAfter > 0);
      assert.equal(told.onlyBefore, 0);
      assert.equal(told.proposed.examples[0]?.level, 'Correct');
      assert.ok(told.proposed.examples.some(({ level }) => level === 'Wrong'));
      const train = told.proposed.examples.map(({ finalAnswer }) =>
        itemHash({ question: 'Question of task-1', referenceAnswer: '4', finalAnswer }),
      );
      assert.ok(train.every((hash) => Number.parseInt(hash.slice(-1), 16) < 8));
    });

    it('writes only when it is told to, and what it wrote is read the next time', async () => {
      await labelled(40, 40);
      const proposing = session({ openJudge: learner });
      assert.equal(await proposing.call(...improve), 0);
      assert.match(proposing.out.text, /call it again with --write/);
      const at = `${folder.path}/.tool-r1/judge.json`;
      assert.throws(() => readFileSync(at), /ENOENT/);
      assert.equal(await session({ openJudge: learner }).call(...improve, '--write'), 0);
      assert.match(readFileSync(at, 'utf8'), /"examples"/);
      const next = session({ openJudge: learner });
      assert.equal(await next.call('judge', file, '--judge', 'llm'), 0);
      assert.ok((next.runtime.judges[0]?.taught.examples.length ?? 0) > 0);
    });

    it('has nothing to teach a judge that agrees', async () => {
      await labelled(40, 40);
      const perfect = new FakeJudge((input) => (isWrong(input) ? 'Wrong' : 'Correct'));
      const call = session({ openJudge: () => perfect });
      assert.equal(await call.call(...improve), 0);
      assert.match(call.out.text, /nothing to teach/);
    });

    it('asks for more labels when there are too few', async () => {
      await labelled(10, 10);
      const call = session({ openJudge: learner });
      assert.equal(await call.call(...improve), 2);
      assert.match(call.err.text, /Only 10 answers .* 20 are needed/);
    });

    it('cannot teach a rule', async () => {
      const call = session();
      assert.equal(await call.call('judge', 'improve', file, '--judge', 'rule'), 2);
      assert.match(call.err.text, /The rule judge cannot be taught/);
    });
  });

  it('names the judge of a run', async () => {
    const call = session();
    await call
      .call('run', 'How many?', '--judge', 'llm', '--judge-model', 'other@http://localhost:1/v1')
      .catch(() => 0);
    const judge = call.runtime.requests[0]?.judge;
    assert.deepEqual(
      [judge?.name, judge?.model, judge?.asks],
      ['llm', 'other@http://localhost:1/v1', 1],
    );
  });
});
