import assert from 'node:assert/strict';
import { QueuePage } from '../../../../runtime/contract/training/runView.ts';
import {
  queuePage,
  type QueueInput,
  type QueueQuery,
} from '../../../../runtime/remote/runs/queuePage.ts';
import { Visits } from '../../../../runtime/remote/runs/visits.ts';
import { makeGroupRecord, smallRecipe, smallTraining } from '../../../fakes/trainingRecords.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';

const streakFilter = { ...smallTraining().streakFilter, enabled: true, allCorrectEpochs: 1 };

const tasks = [
  { id: 'cities', question: 'Which city grew most?', files: ['census.xlsx'] },
  { id: 'depots', question: 'Which depots swapped stock?', files: ['stock.csv'] },
  { id: 'rows', question: 'How many rows fail?', files: [] },
  { id: 'talks', question: 'What does the speaker say?', files: ['talk.mp3'] },
];

function makeInput(): QueueInput {
  const visits = new Visits();
  const rate = (passRate: number) => ({
    passRate,
    outcome: passRate === 1 ? ('all-correct' as const) : ('mixed' as const),
  });
  for (const record of [
    { step: 0, taskId: 'cities', ...rate(0.5), staleness: [0, 0], nFresh: 2 },
    { step: 0, taskId: 'depots', ...rate(1), staleness: [0, 0], nFresh: 2 },
    { step: 1, taskId: 'rows', ...rate(0.1), skipped: 'outside-window' as const, trained: false },
    { step: 2, epoch: 2, taskId: 'cities', ...rate(0.75), staleness: [2, 2, 0, 0], nFresh: 2 },
    { step: 2, epoch: 2, taskId: 'depots', ...rate(1), staleness: [2, 0], why: 'probe' as const },
  ]) {
    visits.take(makeGroupRecord(record));
  }
  return { tasks, visits, recipe: smallRecipe({ streakFilter }) };
}

function page(query: Partial<QueueQuery> = {}, input = makeInput()): QueuePage {
  const usual = {
    step: null,
    filter: '',
    show: 'all',
    sort: 'task',
    follow: null,
    offset: 0,
    limit: 50,
  } as const;
  return QueuePage.parse(queuePage(input, { ...usual, ...query }));
}

const idsOf = (query: Partial<QueueQuery>) => page(query).rows.map(({ taskId }) => taskId);

describe('queuePage', () => {
  it('says where a followed task stands among those that match', () => {
    const ids = idsOf({ sort: 'last-visit' });
    for (const [at, follow] of ids.entries()) {
      assert.equal(page({ sort: 'last-visit', follow, offset: 50 }).followedAt, at);
    }
    assert.equal(page({ follow: 'cities', filter: 'depots' }).followedAt, null);
    assert.equal(page({ follow: 'elsewhere' }).followedAt, null);
    assert.equal(page().followedAt, null);
  });

  it('shows the newest train step with its totals', () => {
    const { rows, ...rest } = page();
    assert.equal(rows.length, 4);
    assert.deepEqual(rest, {
      step: 3,
      lastStep: 3,
      epochs: [1, 3],
      window: [0.2, 0.8],
      groupSize: 4,
      mostReward: 1.6,
      matching: 4,
      followedAt: null,
      totals: {
        tasks: 4,
        inWindow: 1,
        active: 1,
        cooling: 0,
        probed: 1,
        skipped: 1,
        inStep: 2,
        freshShare: 0.5,
        stalenessMedian: 1,
        stalenessMax: 2,
      },
    });
  });

  it('shows an earlier train step as it was', () => {
    const { step, totals, rows } = page({ step: 2 });
    assert.equal(step, 2);
    assert.equal(totals.cooling, 1);
    assert.equal(totals.probed, 0);
    assert.deepEqual(
      rows.map(({ taskId, state, passRates }) => [taskId, state, passRates.length]),
      [
        ['cities', 'active', 1],
        ['depots', 'cooling', 1],
        ['rows', 'outside-window', 1],
        ['talks', 'unseen', 0],
      ],
    );
  });

  it('shows nothing visited at step 0, and the newest for a step that is not there yet', () => {
    assert.ok(page({ step: 0 }).rows.every(({ state }) => state === 'unseen'));
    assert.equal(page({ step: 99 }).step, 3);
  });

  it('gives pass rates by train step, and the last visit', () => {
    const [cities] = page().rows;
    assert.equal(cities?.lastVisit, 3);
    assert.deepEqual(cities.passRates, [
      { step: 1, rate: 0.5 },
      { step: 3, rate: 0.75 },
    ]);
  });

  it('filters by words in id, question and files, and by state', () => {
    assert.deepEqual(idsOf({ filter: 'WHICH' }), ['cities', 'depots']);
    assert.deepEqual(idsOf({ filter: 'which .csv' }), ['depots']);
    assert.deepEqual(idsOf({ filter: '@un' }), ['talks']);
    assert.deepEqual(idsOf({ filter: '@probe which' }), ['depots']);
    assert.deepEqual(idsOf({ filter: 'nothing of the kind' }), []);
  });

  it('shows those of this step, cooling and skipped ones', () => {
    assert.deepEqual(idsOf({ show: 'this-step' }), ['cities', 'depots']);
    assert.deepEqual(idsOf({ show: 'this-step', step: 0 }), []);
    assert.deepEqual(idsOf({ show: 'cooling', step: 2 }), ['depots']);
    assert.deepEqual(idsOf({ show: 'skipped' }), ['rows']);
  });

  it('sorts by last visit, pass rate and task, those without one last', () => {
    assert.deepEqual(idsOf({ sort: 'last-visit' }), ['cities', 'depots', 'rows', 'talks']);
    assert.deepEqual(idsOf({ sort: 'pass-rate' }), ['rows', 'cities', 'depots', 'talks']);
    assert.deepEqual(idsOf({ sort: 'last-visit', step: 2 })[0], 'rows');
  });

  it('gives pages, with the number of all that match', () => {
    const { rows, matching } = page({ offset: 1, limit: 2 });
    assert.equal(matching, 4);
    assert.deepEqual(
      rows.map(({ taskId }) => taskId),
      ['depots', 'rows'],
    );
  });

  it('has no window without a queue, and is none for a recipe that does not train', () => {
    const off = { ...smallTraining().queue, enabled: false };
    assert.equal(page({}, { ...makeInput(), recipe: smallRecipe({ queue: off }) }).window, null);
    const untrained = { ...smallRecipe(), training: undefined };
    const input = { ...makeInput(), recipe: untrained };
    const query = {
      step: null,
      filter: '',
      show: 'all',
      sort: 'task',
      follow: null,
      offset: 0,
      limit: 1,
    } as const;
    assert.equal(queuePage(input, query), null);
  });

  it('answers for 1,300 tasks after 1,000 train steps in less than 100 ms', () => {
    const random = seededRandom(7);
    const many = Array.from({ length: 1300 }, (_, id) => ({
      id: `task-${id}`,
      question: `Question ${id}?`,
      files: [`${id}.csv`],
    }));
    const visits = new Visits();
    for (let step = 0; step < 1000; step += 1) {
      for (let place = 0; place < 16; place += 1) {
        const taskId = `task-${(step * 16 + place) % 1300}`;
        const epoch = Math.floor((step * 16) / 1300) + 1;
        const rewards = Array.from({ length: 16 }, () => random());
        const staleness = rewards.map((_, index) => (index < 8 ? Math.min(step, 26) : 0));
        visits.take(makeGroupRecord({ step, taskId, epoch, rewards, staleness }));
      }
    }
    const input = { tasks: many, visits, recipe: smallRecipe({ streakFilter }) };
    page({}, input);
    const start = performance.now();
    for (const step of [1, 500, 1000]) {
      assert.equal(page({ step, sort: 'last-visit', limit: 200 }, input).rows.length, 200);
    }
    const each = (performance.now() - start) / 3;
    assert.ok(each < 100, `${each.toFixed(0)} ms`);
  });
});
