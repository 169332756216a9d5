import assert from 'node:assert/strict';
import type { GroupRecord } from '../../../../runtime/contract/training/runFolder.ts';
import { Visits } from '../../../../runtime/remote/runs/visits.ts';
import { makeGroupRecord } from '../../../fakes/trainingRecords.ts';

type Short = readonly [step: number, taskId: string, over?: Partial<GroupRecord>];

function visitsOf(...records: readonly Short[]): Visits {
  const visits = new Visits();
  for (const [step, taskId, over] of records) {
    visits.take(makeGroupRecord({ step, taskId, ...over }));
  }
  return visits;
}

const stepsOf = (visits: Visits, taskId: string, upTo: number) =>
  visits.upTo(taskId, upTo).map(({ step }) => step);

describe('Visits', () => {
  it('counts train steps from 1, where the records count those before', () => {
    const visits = visitsOf([0, 'a'], [6, 'a']);
    assert.deepEqual(stepsOf(visits, 'a', 7), [1, 7]);
    assert.equal(visits.lastStep, 7);
  });

  it('has none of a task that was not visited', () => {
    assert.equal(visitsOf([0, 'a']).last('b', 9), null);
    assert.deepEqual(stepsOf(visitsOf(), 'a', 9), []);
    assert.equal(visitsOf().lastStep, 0);
  });

  it('finds the last visit up to any train step', () => {
    const visits = visitsOf([1, 'a'], [4, 'a'], [9, 'a']);
    const last = (step: number) => visits.last('a', step)?.step ?? null;
    assert.deepEqual([1, 2, 4, 5, 9, 10, 99].map(last), [null, 2, 2, 5, 5, 10, 10]);
    assert.deepEqual(stepsOf(visits, 'a', 9), [2, 5]);
  });

  it('begins anew what a resumed run does again', () => {
    const visits = visitsOf([0, 'a'], [1, 'b'], [2, 'a'], [1, 'c']);
    assert.equal(visits.lastStep, 2);
    assert.deepEqual(stepsOf(visits, 'a', 9), [1]);
    assert.deepEqual(stepsOf(visits, 'b', 9), []);
    assert.deepEqual(stepsOf(visits, 'c', 9), [2]);
  });

  it('begins a step anew when a task of it comes a second time', () => {
    const visits = visitsOf([0, 'a'], [1, 'b'], [1, 'c'], [1, 'b', { passRate: 1 }]);
    assert.deepEqual(stepsOf(visits, 'c', 9), []);
    assert.equal(visits.last('b', 9)?.passRate, 1);
  });

  it('knows where epochs begin', () => {
    const visits = visitsOf(
      [0, 'a', { epoch: 1 }],
      [1, 'b', { epoch: 1 }],
      [2, 'a', { epoch: 2 }],
      [5, 'a', { epoch: 3 }],
    );
    assert.deepEqual(visits.epochs, [1, 3, 6]);
    assert.deepEqual(
      [0, 1, 2, 3, 5, 6, 9].map((step) => visits.epochAt(step)),
      [0, 1, 1, 2, 2, 3, 3],
    );
  });

  it('forgets epochs that begin in what is done again', () => {
    const visits = visitsOf([0, 'a'], [3, 'b', { epoch: 2 }], [2, 'c', { epoch: 1 }]);
    assert.deepEqual(visits.epochs, [1]);
  });

  it('counts visits in a row where all were right, not those that nobody could score', () => {
    const outcomes: readonly GroupRecord['outcome'][] = [
      'all-correct',
      null,
      'all-correct',
      'mixed',
      'all-correct',
      'all-wrong',
    ];
    const visits = visitsOf(...outcomes.map((outcome, step): Short => [step, 'a', { outcome }]));
    assert.deepEqual(
      visits.upTo('a', 9).map(({ streak }) => streak),
      [1, 1, 2, 0, 1, 0],
    );
  });

  it('keeps the ids of the members where the run names them', () => {
    const visits = visitsOf([0, 'a'], [1, 'a', { trajectoryIds: ['x', 'y'] }]);
    assert.deepEqual(
      visits.upTo('a', 9).map(({ trajectoryIds }) => trajectoryIds),
      [null, ['x', 'y']],
    );
  });
});
