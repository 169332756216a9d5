import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Verdict } from '../../../../runtime/contract/judge.ts';
import {
  judgeBatch,
  maxFailuresInARow,
  type BatchItem,
  type BatchOptions,
} from '../../../../runtime/judge/batch/judgeBatch.ts';
import type { Judge, JudgeInput } from '../../../../runtime/judge/judge.ts';
import { failure } from '../../../../runtime/support/errors.ts';

const identity = { name: 'fake', version: '1' };

function item(name: string): BatchItem {
  return {
    itemHash: name,
    input: { question: 'q', referenceAnswer: 'r', finalAnswer: name },
  };
}

const items = (count: number): BatchItem[] =>
  Array.from({ length: count }, (_, index) => item(`answer ${index}`));

function scored({ finalAnswer }: JudgeInput): Verdict {
  return { outcome: 'scored', judge: identity, level: 'Correct', score: 1, reason: finalAnswer };
}

/** A judge that does as the function says, and counts. */
class FakeJudge implements Judge {
  readonly identity = identity;
  readonly asked: string[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  readonly #answer: (input: JudgeInput, nth: number) => Verdict | Promise<Verdict>;

  constructor(answer: (input: JudgeInput, nth: number) => Verdict | Promise<Verdict> = scored) {
    this.#answer = answer;
  }

  async judge(input: JudgeInput, signal: AbortSignal): Promise<Verdict> {
    this.asked.push(input.finalAnswer);
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    try {
      await delay(2, undefined, { signal });
      return await this.#answer(input, this.asked.length);
    } finally {
      this.atOnce -= 1;
    }
  }
}

function batch(judge: Judge, changes: Partial<BatchOptions> = {}) {
  const given: [string, Verdict][] = [];
  const progress: number[] = [];
  const options: BatchOptions = {
    judge,
    known: null,
    concurrency: 3,
    signal: new AbortController().signal,
    onProgress: ({ done }) => progress.push(done),
    onVerdict: ({ itemHash }, verdict) => {
      given.push([itemHash, verdict]);
      return Promise.resolve();
    },
    ...changes,
  };
  return { given, progress, run: (of: readonly BatchItem[]) => judgeBatch(of, options) };
}

describe('judgeBatch', () => {
  it('judges every item once, several at a time and never more than asked for', async () => {
    const judge = new FakeJudge();
    const { run, given, progress } = batch(judge);
    const outcome = await run(items(20));
    assert.deepEqual(outcome, { scored: 20, unscored: 0, known: 0, left: 0, failure: null });
    assert.equal(new Set(given.map(([hash]) => hash)).size, 20);
    assert.equal(judge.mostAtOnce, 3);
    assert.equal(progress[0], 0);
    assert.equal(progress.at(-1), 20);
  });

  it('asks once for the same answer', async () => {
    const judge = new FakeJudge();
    const outcome = await batch(judge).run([item('a'), item('b'), item('a'), item('a')]);
    assert.equal(outcome.scored, 2);
    assert.deepEqual(judge.asked.toSorted(), ['a', 'b']);
  });

  it('asks nothing that is known, and keeps what it learns, unreadable replies too', async () => {
    const kept = new Map([['answer 0', scored(item('answer 0').input)]]);
    const known = {
      get: (hash: string) => kept.get(hash) ?? null,
      put: (hash: string, verdict: Verdict) => Promise.resolve(void kept.set(hash, verdict)),
    };
    const unread: Verdict = { outcome: 'unscored', judge: identity, cause: 'unreadable' };
    const judge = new FakeJudge(({ finalAnswer }) =>
      finalAnswer.endsWith('1') ? unread : scored(item('x').input),
    );
    const first = await batch(judge, { known }).run(items(3));
    assert.deepEqual({ known: first.known, unscored: first.unscored }, { known: 1, unscored: 1 });
    assert.equal(judge.asked.length, 2);
    const second = await batch(judge, { known }).run(items(3));
    assert.deepEqual({ known: second.known, unscored: second.unscored }, { known: 3, unscored: 1 });
    assert.equal(judge.asked.length, 2);
  });

  it('leaves an answer whose judge broke unscored, does not keep that, and goes on', async () => {
    const kept: string[] = [];
    const known = { get: () => null, put: (hash: string) => Promise.resolve(void kept.push(hash)) };
    const judge = new FakeJudge((input) => {
      if (input.finalAnswer === 'answer 4')
        throw failure('policy', 'broken', 'No reply. Try again.');
      return scored(input);
    });
    const { run, given } = batch(judge, { known });
    const outcome = await run(items(10));
    assert.deepEqual(outcome, { scored: 9, unscored: 1, known: 0, left: 0, failure: null });
    const verdict = new Map(given).get('answer 4');
    assert.ok(verdict?.outcome === 'unscored');
    assert.equal(verdict.cause, 'No reply. Try again.');
    assert.ok(!kept.includes('answer 4'));
    assert.equal(kept.length, 9);
  });

  it('gives a judge up that breaks on one after the other, and says what is left', async () => {
    const judge = new FakeJudge(() => {
      throw failure('policy', 'wrong-key', 'The key is wrong. Set another.');
    });
    const outcome = await batch(judge, { concurrency: 1 }).run(items(100));
    assert.equal(judge.asked.length, maxFailuresInARow);
    assert.equal(outcome.unscored, maxFailuresInARow);
    assert.equal(outcome.left, 100 - maxFailuresInARow);
    assert.equal(outcome.failure?.code, 'policy/wrong-key');
  });

  it('does not give up for failures with verdicts between them', async () => {
    const judge = new FakeJudge((input, nth) => {
      if (nth % maxFailuresInARow !== 0) throw new Error('now and then');
      return scored(input);
    });
    const outcome = await batch(judge, { concurrency: 1 }).run(items(50));
    assert.equal(outcome.left, 0);
    assert.equal(outcome.scored, 10);
  });

  it('stops at once when it is told to, and has handed on what was done', async () => {
    const controller = new AbortController();
    const { run, given } = batch(new FakeJudge(), {
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done === 5) controller.abort();
      },
    });
    await assert.rejects(run(items(50)), { name: 'AbortError' });
    assert.ok(given.length >= 5 && given.length < 12, `${given.length}`);
  });

  it('hands on one verdict at a time and ends when one cannot be stored', async () => {
    let open = 0;
    let stored = 0;
    const judge = new FakeJudge();
    const { run } = batch(judge, {
      concurrency: 8,
      onVerdict: async () => {
        open += 1;
        assert.equal(open, 1);
        await delay(1);
        open -= 1;
        stored += 1;
        if (stored === 6) throw failure('store', 'disk-full', 'The disk is full.');
      },
    });
    await assert.rejects(run(items(60)), /The disk is full/);
    assert.ok(judge.asked.length < 40, `${judge.asked.length} asked`);
  });

  it('has nothing to do without items', async () => {
    const outcome = await batch(new FakeJudge()).run([]);
    assert.deepEqual(outcome, { scored: 0, unscored: 0, known: 0, left: 0, failure: null });
  });
});
