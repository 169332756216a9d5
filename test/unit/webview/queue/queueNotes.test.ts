import assert from 'node:assert/strict';
import type { ShownState } from '../../../../runtime/contract/training/runView.ts';
import { makeQueueInput, makeQueuePage } from '../../../fakes/queuePages.ts';
import { makeRunPage } from '../../../fakes/runPages.ts';
import { queueNote } from '../../../../webview/queue/queueNotes.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

function note(state: ShownState, steps: number, visited: number, hasQueue = true): string | null {
  const summary = {
    ...makeQueuePage(makeQueueInput({ steps: visited, hasQueue })),
    followed: null,
  };
  return queueNote(makeRunPage({ state, steps, now }), summary);
}

describe('queueNote', () => {
  it('is silent where the list speaks for itself', () => {
    assert.equal(note('running', 30, 30), null);
  });

  it('says what a run waits for before its first train step', () => {
    assert.match(note('queued', 0, 0) ?? '', /waits for its graphics cards/);
    assert.match(note('running', 0, 0) ?? '', /No train step is done yet/);
  });

  it('does not say so of a run that made train steps without writing down its tasks', () => {
    assert.match(note('running', 93, 0) ?? '', /not written down yet/);
  });

  it('explains a recipe without a queue, at any train step', () => {
    assert.match(note('running', 30, 30, false) ?? '', /recipe tool-r1 keeps no queue/);
    assert.match(note('queued', 0, 0, false) ?? '', /keeps no queue/);
  });
});
