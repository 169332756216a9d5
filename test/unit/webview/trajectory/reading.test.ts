import assert from 'node:assert/strict';
import { clippedCharacters as contractLimit } from '../../../../runtime/contract/viewing.ts';
import { stepRow } from '../../../../runtime/contract/stepSummary.ts';
import type { Host } from '../../../../webview/messages/host.ts';
import { clippedCharacters, looksClipped } from '../../../../webview/trajectory/clippedSteps.ts';
import { LongTexts, pieceCharacters } from '../../../../webview/trajectory/longTexts.ts';
import { TrajectoryStore } from '../../../../webview/trajectory/state/trajectoryStore.ts';
import { StepReader } from '../../../../webview/trajectory/stepReader.ts';
import { makeEnded, makeStarted, makeStep } from '../../../fakes/records.ts';

interface Asked {
  readonly name: string;
  readonly params: Record<string, unknown>;
}

/** Answers by name; an error is thrown. */
function hostOf(answers: Record<string, (params: Record<string, unknown>) => unknown>) {
  const asked: Asked[] = [];
  const request = async (name: string, params: Record<string, unknown>) => {
    asked.push({ name, params });
    await Promise.resolve();
    return answers[name]?.(params);
  };
  return { asked, host: { request, on: () => undefined } as unknown as Host };
}

function headOf(steps: number) {
  return {
    ...{ started: makeStarted(), ended: makeEnded(), verdicts: [], reward: null },
    rows: Array.from({ length: steps }, (_, place) => stepRow(makeStep({ index: place + 1 }))),
    ...{ position: 1, previousId: null, nextId: null, branches: [], problems: [] },
  };
}

const steps = ({ from, to }: Record<string, unknown>) => ({
  steps: Array.from({ length: Number(to) - Number(from) + 1 }, (_, place) => ({
    step: makeStep({ index: Number(from) + place }),
    clipped: [],
  })),
});

describe('StepReader', () => {
  async function reader(answers: Record<string, (params: Record<string, unknown>) => unknown>) {
    const { host, asked } = hostOf({ 'read-trajectory': () => headOf(50), ...answers });
    const store = new TrajectoryStore([]);
    const made = new StepReader('t', host, store);
    await made.readHead();
    return { reader: made, store, asked };
  }

  it('reads the steps that are looked at, in pieces, once', async () => {
    const { reader: made, store, asked } = await reader({ 'read-steps': steps });
    await Promise.all([made.need(3, 5), made.need(4, 4)]);
    await made.need(3, 5);
    assert.deepEqual(
      asked.slice(1).map(({ params }) => [params['from'], params['to']]),
      [[1, 20]],
    );
    assert.equal(store.get('t').shelf.get(5)?.step.index, 5);
    await made.need(19, 22);
    assert.deepEqual(asked.at(-1)?.params, { id: 't', from: 21, to: 40 });
    await made.need(48, 90);
    assert.deepEqual(asked.at(-1)?.params, { id: 't', from: 41, to: 50 });
  });

  it('says why steps cannot be read, and does not ask again at every drawing', async () => {
    const broken = () => {
      throw new Error('The file is gone.');
    };
    const { reader: made, asked } = await reader({ 'read-steps': broken });
    await assert.rejects(made.need(1, 1), /The file is gone/);
    await made.need(1, 1);
    assert.equal(asked.filter(({ name }) => name === 'read-steps').length, 1);
  });

  it('gives the sentence when the head cannot be read', async () => {
    const { host } = hostOf({
      'read-trajectory': () => {
        throw new Error('It is not there.');
      },
    });
    const made = new StepReader('t', host, new TrajectoryStore([]));
    assert.equal(await made.readHead(), 'It is not there.');
  });
});

describe('LongTexts', () => {
  const whole = 'x'.repeat(2 * pieceCharacters + 10);
  function texts() {
    let changes = 0;
    const { host, asked } = hostOf({
      'read-text': () => ({ text: whole, characters: whole.length + 5 }),
    });
    const made = new LongTexts('t', host, () => (changes += 1));
    return { made, asked, changes: () => changes };
  }

  it('reads the whole once and shows it piece by piece', async () => {
    const { made, asked, changes } = texts();
    await made.showMore(1, 'code');
    assert.equal(made.get(1, 'code')?.shown, pieceCharacters);
    await made.showMore(1, 'code');
    await made.showMore(1, 'code');
    assert.equal(made.get(1, 'code')?.shown, whole.length);
    assert.equal(made.get(1, 'code')?.characters, whole.length + 5);
    assert.equal(asked.length, 1);
    assert.ok(changes() >= 3);
    assert.equal(made.get(2, 'code'), undefined);
  });

  it('shows as far as a match needs', async () => {
    const { made } = texts();
    await made.showUntil(1, 'code', pieceCharacters + 3);
    assert.equal(made.get(1, 'code')?.shown, 2 * pieceCharacters);
    await made.showUntil(1, 'code', 5);
    assert.equal(made.get(1, 'code')?.shown, 2 * pieceCharacters);
  });

  it('lets a text go when it is folded again', async () => {
    const { made } = texts();
    await made.showMore(1, 'code');
    made.showLess(1, 'code');
    assert.equal(made.get(1, 'code'), undefined);
  });
});

describe('looksClipped', () => {
  it('knows the limit of the contract', () => assert.equal(clippedCharacters, contractLimit));

  it('finds a text that was clipped', () => {
    assert.equal(looksClipped(makeStep()), false);
    const stdout = 'x'.repeat(clippedCharacters);
    const observation = { ...makeStep().observation, stdout };
    assert.equal(looksClipped(makeStep({ observation })), true);
  });
});
