import assert from 'node:assert/strict';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import type { RolloutMaker, RolloutWish } from '../../../runtime/rolloutServer/rolloutMaker.ts';
import { RolloutSampler } from '../../../runtime/rolloutServer/rolloutSampler.ts';
import { rolloutSeed } from '../../../runtime/rolloutServer/rolloutSeed.ts';
import type { RolledOut } from '../../../runtime/rolloutServer/rolloutStatus.ts';
import { WireProblem } from '../../../runtime/rolloutServer/wireProblem.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { MemorySink } from '../../fakes/memorySink.ts';
import { makeTask } from '../../fakes/records.ts';
import { makeRolledOut } from '../../fakes/rolledOut.ts';

const never = new AbortController().signal;
const policy = { version: 4, model: 'policy-v4', baseUrls: ['http://a'] };
const failure = { code: 'policy/unreachable', boundary: 'policy', message: 'It is gone.' } as const;
const broken = (id: string) => makeRolledOut({ id, ended: { stopReason: 'failure', failure } });

class FakeMaker implements RolloutMaker {
  readonly limit = 3;
  readonly wishes: RolloutWish[] = [];
  readonly #make: (wish: RolloutWish) => RolledOut | Promise<RolledOut>;

  constructor(make: (wish: RolloutWish) => RolledOut | Promise<RolledOut>) {
    this.#make = make;
  }

  async rollOut(wish: RolloutWish): Promise<RolledOut> {
    this.wishes.push(wish);
    return this.#make(wish);
  }
}

function sample(maker: RolloutMaker, signal = never, onRollout: () => void = () => undefined) {
  const tasks = new Map(
    ['a', 'b'].map((id) => [id, { task: makeTask({ id }), files: noFiles }] as const),
  );
  const visits = [
    { taskId: 'a', epoch: 1, why: 'active', fresh: 2 },
    { taskId: 'b', epoch: 1, why: 'active', fresh: 3 },
  ] as const;
  const round = {
    visits,
    step: 4,
    seed: 7,
    passScore: 1,
    policy,
    sink: new MemorySink(),
    onRollout,
  };
  return new RolloutSampler({ runId: 'run-1', tasks, maker }).sample(round, signal);
}

describe('RolloutSampler', () => {
  it('samples what each visit asks for, in its order whichever is ready first', async () => {
    const maker = new FakeMaker(async ({ trajectoryId: id, seed }) => {
      await new Promise((resolve) => setTimeout(resolve, seed % 7));
      return makeRolledOut({ id });
    });
    const outcomes = await sample(maker);
    assert.deepEqual(
      outcomes.map(({ taskId, rollouts }) => [
        taskId,
        ...rollouts.map(({ member }) => member?.id.replace(/\.[0-9a-f]{8}$/, '')),
      ]),
      [
        ['a', 'a.4.0', 'a.4.1'],
        ['b', 'b.4.0', 'b.4.1', 'b.4.2'],
      ],
    );
  });

  it('gives each rollout its task, its seed and the policy', async () => {
    const maker = new FakeMaker(({ trajectoryId: id }) => makeRolledOut({ id }));
    let told = 0;
    await sample(maker, never, () => (told += 1));
    assert.equal(told, 5);
    const place = { runId: 'run-1', seed: 7, step: 4, taskId: 'b', index: 1 };
    const wish = maker.wishes.find(({ seed }) => seed === rolloutSeed(place));
    assert.equal(wish?.task.id, 'b');
    assert.equal(wish.policy, policy);
    assert.equal(new Set(maker.wishes.map(({ seed }) => seed)).size, 5);
  });

  it('samples a rollout that broke once more, with the same seed', async () => {
    const maker = new FakeMaker(({ trajectoryId: id }) =>
      id.startsWith('a.4.1') && !id.endsWith('.again') ? broken(id) : makeRolledOut({ id }),
    );
    const [first] = await sample(maker);
    assert.equal(maker.wishes.length, 6);
    const [one, two] = maker.wishes.filter(({ trajectoryId }) => trajectoryId.startsWith('a.4.1'));
    assert.equal(one?.seed, two?.seed);
    assert.equal(two?.trajectoryId, `${one?.trajectoryId}.again`);
    const again = first?.rollouts[1];
    assert.equal(again?.status, 'ok');
    // Three tokens of each attempt.
    assert.equal(again.generatedTokens, 6);
  });

  it('leaves out one that breaks twice', async () => {
    const maker = new FakeMaker(({ trajectoryId: id }) =>
      id.startsWith('a.4.1') ? broken(id) : makeRolledOut({ id }),
    );
    const [first] = await sample(maker);
    assert.equal(maker.wishes.length, 6);
    assert.deepEqual(
      first?.rollouts.map(({ status, member }) => [status, member !== null]),
      [
        ['ok', true],
        ['infra-error', false],
      ],
    );
  });

  it('makes no batch out of nothing but broken rollouts', async () => {
    const maker = new FakeMaker(({ trajectoryId: id }) => broken(id));
    const error: unknown = await sample(maker).catch((reason: unknown) => reason);
    assert.ok(error instanceof WireProblem);
    assert.equal(error.status, 502);
    assert.equal(error.message, 'All 5 rollouts broke; the first as infra-error: It is gone.');
    assert.match(error.trajectoryId ?? '', /^a\.4\.0\./);
  });

  const unscored = (id: string, verdicts: readonly Verdict[] = []) => {
    const part = { name: 'answer', score: null, weight: 1, reason: 'the answer was not judged' };
    const reward = { recipe: 'tool-r1', parts: [part], total: null, correctness: null };
    return makeRolledOut({ id, trajectory: { reward, verdicts } });
  };
  const silent = {
    outcome: 'unscored',
    judge: { name: 'llm', version: '1' },
    cause: 'Nothing listens at http://judge.',
  } as const;

  it('leaves out what could not be scored, which is no zero', async () => {
    const maker = new FakeMaker(({ trajectoryId: id }) =>
      id.startsWith('a.') ? unscored(id, [silent]) : makeRolledOut({ id }),
    );
    const [first, second] = await sample(maker);
    assert.deepEqual(
      first?.rollouts.map(({ status, member }) => [status, member]),
      [
        ['ok', null],
        ['ok', null],
      ],
    );
    assert.equal(second?.rollouts.filter(({ member }) => member !== null).length, 3);
    // They went well, so that there was nothing to try again.
    assert.equal(maker.wishes.length, 5);
  });

  for (const [verdicts, why] of [
    [[silent], 'Nothing listens at http://judge.'],
    [[], 'the answer was not judged'],
  ] as const) {
    it(`makes no batch when nothing of several tasks could be scored because ${why}`, async () => {
      const maker = new FakeMaker(({ trajectoryId: id }) => unscored(id, verdicts));
      const error: unknown = await sample(maker).catch((reason: unknown) => reason);
      assert.ok(error instanceof WireProblem);
      assert.equal(error.status, 502);
      assert.ok(error.message.startsWith('None of 5 rollouts could be scored; the first because'));
      assert.ok(error.message.includes(why), error.message);
      assert.ok(error.message.includes('Mend the judge'), error.message);
    });
  }

  it('ends when it is given up, whatever the rollouts say', async () => {
    const stop = new AbortController();
    const maker = new FakeMaker(({ trajectoryId: id }) => {
      stop.abort();
      return makeRolledOut({ id });
    });
    await assert.rejects(sample(maker, stop.signal), { name: 'AbortError' });
    assert.ok(maker.wishes.length <= 3);
  });
});
