import assert from 'node:assert/strict';
import type { JudgeInput } from '../../../runtime/judge/judge.ts';
import { PatientJudge } from '../../../runtime/judge/patientJudge.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { scored } from '../../fakes/verdicts.ts';

const item: JudgeInput = { question: '1 + 1?', referenceAnswer: '2', finalAnswer: '2' };
const never = new AbortController().signal;
const unreachable = failure('policy', 'unreachable', 'Nothing listens there.');

/** A judge that throws what the list says, then answers; pauses of 5 s take no time, and patience lasts 20 s. */
function patient(troubles: unknown[], onPause: () => void = () => undefined) {
  const asked: JudgeInput[] = [];
  let now = 0;
  const judge = new PatientJudge({
    judge: {
      identity: { name: 'llm', version: '1' },
      judge: (input) => {
        asked.push(input);
        const trouble = troubles.shift();
        return trouble === undefined ? Promise.resolve(scored('Correct')) : reject(trouble);
      },
    },
    patienceMilliseconds: 20_000,
    pauseMilliseconds: 5000,
    clock: { monotonic: () => now },
    sleep: (milliseconds, signal) => {
      now += milliseconds;
      onPause();
      return signal.aborted ? reject(signal.reason) : Promise.resolve();
    },
  });
  return { judge, asked, elapsed: () => now };
}

function reject(reason: unknown): Promise<never> {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what a judge throws, whatever it is
  return Promise.reject(reason);
}

describe('PatientJudge', () => {
  for (const code of ['unreachable', 'connection-lost', 'server-busy', 'server-error']) {
    it(`asks again after ${code}, with the same item`, async () => {
      const { judge, asked, elapsed } = patient([failure('policy', code, 'gone')]);
      assert.equal((await judge.judge(item, never)).outcome, 'scored');
      assert.deepEqual(asked, [item, item]);
      assert.equal(elapsed(), 5000);
    });
  }

  it('gives up when its patience is over, with what was wrong last', async () => {
    const { judge, asked, elapsed } = patient(Array<unknown>(9).fill(unreachable));
    await assert.rejects(judge.judge(item, never), unreachable);
    assert.deepEqual([asked.length, elapsed()], [5, 20_000]);
  });

  for (const lasting of [
    failure('policy', 'wrong-key', 'The key is refused.'),
    failure('policy', 'no-model', 'There is no such model.'),
    new Error('a mistake in the program'),
  ]) {
    it(`does not ask again after "${lasting.message}"`, async () => {
      const { judge, asked } = patient([lasting]);
      await assert.rejects(judge.judge(item, never), lasting);
      assert.equal(asked.length, 1);
    });
  }

  it('stops waiting when it is cancelled', async () => {
    const controller = new AbortController();
    const { judge, asked } = patient([unreachable, unreachable], () => {
      controller.abort(new Error('enough'));
    });
    await assert.rejects(judge.judge(item, controller.signal), /enough/);
    assert.equal(asked.length, 1);
  });

  it('is known by the judge that it asks', () => {
    assert.deepEqual(patient([]).judge.identity, { name: 'llm', version: '1' });
  });
});
