import assert from 'node:assert/strict';
import { judgedWords } from '../../../../extension/labelling/judgedWords.ts';
import type * as Module from '../../../../extension/labelling/judgeTrajectories.ts';
import type { RequestResult } from '../../../../extension/runtime/runtimeRequests.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { type Answer, FakeUri, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

const workspace = '/home/ada/boats';
const file = `${workspace}/.tool-r1/trajectories/one.trajectories.jsonl`;

type Judged = RequestResult<'judge-trajectories'>;

const result = (over: Partial<Judged> = {}): Judged => ({
  judge: { name: 'rule', version: '1' },
  trajectories: 3,
  levels: { Correct: 1, 'Partially Correct': 0, Wrong: 2 },
  ...{ unscored: 0, appended: 3, ungradable: 0, live: 0, left: 0, problem: null },
  ...over,
});

describe('judging trajectories', function () {
  this.timeout(30_000);

  async function made(answers: Answer[]) {
    const editor = new ScriptedEditor(answers);
    const runtime: RuntimeAnswers = new RuntimeAnswers({
      'judge-trajectories': ({ callId }) => {
        const fact = { activity: 'Judging', done: 1, total: 3 };
        runtime.tell('work-progressed', { ...fact, callId: 'of another call' });
        runtime.tell('work-progressed', { ...fact, callId });
        return Promise.resolve(result());
      },
    });
    const module = await editor.load<typeof Module>('labelling/judgeTrajectories.ts');
    return { editor, runtime, parts: { runtime, model: () => 'embedded' }, ...module };
  }

  it('asks which judge, lets it grade, and says how the grades came out', async () => {
    const { editor, runtime, parts, judgeTrajectories } = await made([
      '$(symbol-ruler) Rule',
      undefined,
    ]);
    assert.deepEqual(await judgeTrajectories(parts, [FakeUri.file(file)]), result());
    const [{ name, params } = { name: '', params: {} }] = runtime.asked;
    assert.equal(name, 'judge-trajectories');
    const { callId, ...given } = params as { callId: string };
    assert.ok(callId.length > 10);
    assert.deepEqual(given, { workspace, files: [file], judge: 'rule', model: 'embedded' });
    assert.deepEqual(editor.progress, [{ message: 'Judging: 33 %', increment: 100 / 3 }]);
    assert.match(JSON.stringify(editor.shown), /1 Correct, 0 Partially Correct, 2 Wrong/);
  });

  it('starts nothing when no judge is chosen', async () => {
    const { runtime, parts, judgeTrajectories } = await made([undefined]);
    assert.equal(await judgeTrajectories(parts, []), undefined);
    assert.deepEqual(runtime.asked, []);
  });
});

describe('judgedWords', () => {
  const cases: readonly (readonly [string, Partial<Judged>, string])[] = [
    ['all is well', {}, 'rule: 1 Correct, 0 Partially Correct, 2 Wrong. 3 verdicts written.'],
    [
      'everything was graded before',
      { appended: 0 },
      'rule: 1 Correct, 0 Partially Correct, 2 Wrong. All were there already.',
    ],
    [
      'not all can be graded',
      { ungradable: 2, unscored: 1, live: 1, appended: 1 },
      'rule: 1 Correct, 0 Partially Correct, 2 Wrong, 1 without a readable verdict. 1 verdict written. ' +
        '2 without an answer or a reference answer. 1 file still being written was left alone.',
    ],
    [
      'the judge broke',
      { left: 4, problem: 'The model is gone. Start it.' },
      'rule: 1 Correct, 0 Partially Correct, 2 Wrong. 3 verdicts written. ' +
        '4 answers not judged; the same command goes on. The model is gone. Start it.',
    ],
    [
      'there is nothing to grade',
      { trajectories: 0, appended: 0 },
      'There is nothing to judge: no trajectory has both an answer and a reference answer.',
    ],
    [
      'the only file is being written',
      { trajectories: 0, appended: 0, live: 1 },
      'Nothing was judged: the files are still being written.',
    ],
    [
      'the judge broke at once',
      { trajectories: 0, appended: 0, left: 3, problem: 'The model is gone. Start it.' },
      'The model is gone. Start it.',
    ],
  ];
  for (const [when, over, words] of cases) {
    it(`when ${when}`, () => assert.equal(judgedWords(result(over)), words));
  }
});
