import assert from 'node:assert/strict';
import type { IndexState } from '../../../../runtime/contract/viewing.ts';
import { columnsAt, isNarrow } from '../../../../webview/list/columns.ts';
import {
  brokenWords,
  emptyWords,
  filterWords,
  indexWords,
  passRateWords,
} from '../../../../webview/list/listWords.ts';
import { emptyQuery } from '../../../../webview/route/emptyQuery.ts';

function state(over: Partial<IndexState> = {}): IndexState {
  return {
    handle: 'h',
    indexedBytes: 630,
    totalBytes: 1000,
    trajectories: 20,
    lines: 126_480,
    brokenLines: 0,
    complete: false,
    problem: null,
    ...over,
  };
}

describe('the words of the list', () => {
  it('say how far the index is, and never that it is done before it is', () => {
    assert.equal(indexWords(state()), 'Indexed 126,480 of about 210,000 lines (63 %)');
    const nearly = state({ indexedBytes: 9_999, totalBytes: 10_000, lines: 200_000 });
    assert.match(indexWords(nearly)!, /of about 210,000 lines \(99 %\)/);
    assert.equal(indexWords(state({ indexedBytes: 0 })), 'Reading the file…');
    assert.equal(indexWords(state({ complete: true })), null);
    assert.equal(indexWords(state({ problem: 'The disk is gone.' })), null);
  });

  it('count broken lines', () => {
    assert.equal(brokenWords(state()), null);
    assert.equal(brokenWords(state({ brokenLines: 1 })), '1 broken line');
    assert.equal(brokenWords(state({ brokenLines: 1200 })), '1,200 broken lines');
  });

  it('name the filters', () => {
    const query = {
      ...emptyQuery,
      text: 'total',
      verdict: 'disagreement' as const,
      stopReason: 'max-steps' as const,
      minReward: 0.5,
      minSteps: 3,
      maxSteps: 5,
    };
    assert.deepEqual(filterWords(query), [
      'the text “total”',
      'stopped by “Step limit”',
      'the verdict “Judges disagree”',
      'a reward of at least 0.50',
      'steps from 3 to 5',
    ]);
    assert.deepEqual(filterWords({ ...emptyQuery, sort: 'reward', groupByTask: true }), []);
  });

  it('say which filter leaves nothing', () => {
    const query = { ...emptyQuery, text: 'zebra', maxReward: 0.1 };
    assert.deepEqual(emptyWords(query, state({ complete: true }), 0, false), {
      title: 'No trajectory has the text “zebra” and a reward of at most 0.10.',
      advice: 'The file holds 20 trajectories.',
    });
  });

  it('tell an empty file from one that is not a trajectory file, and both from one not read yet', () => {
    const done = { complete: true, trajectories: 0 };
    const empty = emptyWords(emptyQuery, state(done), 0, false);
    assert.equal(empty?.title, 'This file holds no trajectories yet.');
    const broken = emptyWords(emptyQuery, state({ ...done, brokenLines: 4 }), 0, false);
    assert.equal(broken?.title, 'No line of this file is a trajectory.');
    const reading = emptyWords(emptyQuery, state({ trajectories: 0 }), 0, false);
    assert.equal(reading?.title, 'Nothing found so far.');
    const searching = emptyWords(emptyQuery, state({ complete: true }), 0, true);
    assert.equal(searching?.title, 'Nothing found so far.');
    assert.equal(emptyWords(emptyQuery, state(), 3, false), null);
    assert.equal(emptyWords(emptyQuery, null, 0, false), null);
  });

  it('say whether a task trains', () => {
    assert.equal(passRateWords(0.13), 'too hard');
    assert.equal(passRateWords(0.2), 'in window');
    assert.equal(passRateWords(0.8), 'in window');
    assert.equal(passRateWords(0.88), 'too easy');
  });
});

describe('the columns of the list', () => {
  const names = (width: number, judges = ['llm-judge', 'rule-judge']): string[] =>
    columnsAt(width, judges).map(({ name }) => name);

  it('go one after the other', () => {
    assert.equal(names(1100).length, 9);
    assert.deepEqual(names(800), ['line', 'task', 'stop', 'reward', 'verdict', 'secondVerdict']);
    assert.deepEqual(names(520), ['line', 'task', 'reward', 'verdict']);
    assert.equal(isNarrow(640), true);
    assert.equal(isNarrow(641), false);
  });

  it('have the names of the judges, and no second one where only one judged', () => {
    const one = columnsAt(1100, ['llm-judge']);
    assert.deepEqual(
      one.filter(({ name }) => /verdict/i.test(name)).map(({ words }) => words),
      ['llm-judge'],
    );
    assert.equal(columnsAt(1100, []).find(({ name }) => name === 'verdict')?.words, 'Verdict');
  });
});
