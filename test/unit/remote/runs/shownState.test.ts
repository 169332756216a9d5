import assert from 'node:assert/strict';
import type { RunState } from '../../../../runtime/contract/training/runFolder.ts';
import { shownState, type Hearing } from '../../../../runtime/remote/runs/shownState.ts';
import { makeStatus } from '../../../fakes/trainingRecords.ts';

const createdAt = '2026-05-04T09:30:00.000Z';
const beat = '2026-05-04T10:00:00.000Z';

/** Heard some seconds after the heartbeat, with clocks that agree. */
function heard(seconds: number, over: Partial<Hearing> = {}): Hearing {
  return {
    isConnected: true,
    heardAt: Date.parse(beat) + seconds * 1000,
    aheadMilliseconds: 0,
    isAlive: true,
    bootId: 'boot-1',
    ...over,
  };
}

const stateOf = (state: RunState, hearing: Hearing) =>
  shownState(makeStatus({ state, at: beat, bootId: 'boot-1' }), hearing, createdAt);

describe('shownState', () => {
  const states: readonly RunState[] = ['queued', 'starting', 'running', 'stopping'];
  for (const state of states) {
    it(`shows ${state} as it is while the heartbeat is fresh`, () => {
      assert.deepEqual(stateOf(state, heard(30)), {
        state,
        lastState: state,
        problem: null,
        lastSeenAt: beat,
      });
    });

    it(`shows ${state} as stalled when the machine answers, the supervisor lives, and no heartbeat came`, () => {
      const shown = stateOf(state, heard(31));
      assert.equal(shown.state, 'stalled');
      assert.equal(shown.lastState, state);
      assert.match(shown.problem ?? '', /^No heartbeat for 31 s, though the supervisor lives/);
    });

    it(`shows ${state} as crashed when the machine answers and the supervisor is gone`, () => {
      const shown = stateOf(state, heard(1, { isAlive: false }));
      assert.equal(shown.state, 'crashed');
      assert.match(shown.problem ?? '', /supervisor of the run was killed.*Resume/);
    });

    it(`never takes ${state} for dead because the machine is not heard`, () => {
      const shown = stateOf(state, heard(86_400, { isConnected: false, isAlive: false }));
      assert.equal(shown.state, 'offline');
      assert.equal(shown.lastState, state);
      assert.equal(shown.lastSeenAt, beat);
    });
  }

  for (const state of ['stopped', 'crashed', 'done'] as const) {
    it(`shows ${state} for ever, heard or not`, () => {
      assert.equal(stateOf(state, heard(1e6, { isAlive: false })).state, state);
      assert.equal(stateOf(state, heard(1e6, { isConnected: false })).state, state);
    });
  }

  it('goes by the clock of the machine', () => {
    const ahead = { aheadMilliseconds: 3_600_000, heardAt: Date.parse(beat) - 3_590_000 };
    const shown = stateOf('running', heard(0, ahead));
    assert.equal(shown.state, 'running');
    assert.equal(shown.lastSeenAt, '2026-05-04T09:00:00.000Z');
  });

  it('sees that the machine was restarted, also when another process has the number by now', () => {
    const shown = stateOf('running', heard(1, { bootId: 'boot-2' }));
    assert.equal(shown.state, 'crashed');
    assert.match(shown.problem ?? '', /machine was restarted/);
  });

  it('believes that the supervisor lives where nobody looked', () => {
    assert.equal(stateOf('running', heard(1, { isAlive: null, bootId: null })).state, 'running');
  });

  describe('before the first heartbeat', () => {
    const at = (seconds: number, over: Partial<Hearing> = {}) =>
      shownState(
        null,
        { ...heard(0, over), heardAt: Date.parse(createdAt) + seconds * 1000 },
        createdAt,
      );

    it('starts', () => {
      assert.equal(at(120).state, 'starting');
      assert.equal(at(120).lastSeenAt, null);
    });

    it('never began when none came for two minutes', () => {
      assert.equal(at(121).state, 'crashed');
      assert.match(at(121).problem ?? '', /never began/);
    });

    it('is offline when the machine is not heard', () => {
      assert.equal(at(1e6, { isConnected: false }).state, 'offline');
    });
  });
});
