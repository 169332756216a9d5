import assert from 'node:assert/strict';
import type { Failure } from '../../../runtime/contract/failure.ts';
import type { RolloutStatus } from '../../../runtime/contract/training/rolloutServer.ts';
import type { TrajectoryEnded } from '../../../runtime/contract/trajectory.ts';
import {
  counts,
  rolloutStatus,
  type RolledOut,
} from '../../../runtime/rolloutServer/rolloutStatus.ts';
import { makeEnded, makeStarted } from '../../fakes/records.ts';

const infrastructureCodes = new Set(['policy/unreachable']);

function status(ended: Partial<TrajectoryEnded> | null, over: Partial<RolledOut> = {}) {
  const trajectory = {
    started: makeStarted(),
    steps: [],
    ended: ended === null ? null : makeEnded(ended),
    verdicts: [],
    reward: null,
  };
  return rolloutStatus({
    trajectory,
    timedOut: false,
    toolBroke: false,
    infrastructureCodes,
    ...over,
  });
}

function failed(code: string, boundary: Failure['boundary']): Partial<TrajectoryEnded> {
  return { stopReason: 'failure', failure: { code, boundary, message: 'm' } };
}

describe('rolloutStatus', () => {
  it('is ok however badly the policy did', () => {
    for (const stopReason of ['final-answer', 'max-steps', 'context-full', 'no-code'] as const) {
      assert.equal(status({ stopReason }), 'ok');
    }
  });

  it('tells a model that cannot answer from a way to it that is broken', () => {
    assert.equal(status(failed('policy/malformed-answer', 'policy')), 'model-error');
    assert.equal(status(failed('policy/prompt-too-long', 'policy')), 'model-error');
    assert.equal(status(failed('policy/unreachable', 'policy')), 'infra-error');
    assert.equal(status(failed('sandbox/lost', 'sandbox')), 'infra-error');
    assert.equal(status(failed('store/disk-full', 'store')), 'infra-error');
  });

  it('knows tools that broke, rollouts that took too long and those that were stopped', () => {
    assert.equal(status({}, { toolBroke: true }), 'tool-error');
    assert.equal(status({ stopReason: 'cancelled' }, { timedOut: true }), 'timeout');
    assert.equal(status({ stopReason: 'cancelled' }), 'infra-error');
    assert.equal(status(null), 'infra-error');
  });

  it('counts what the policy could do something about', () => {
    const expected: Readonly<Record<RolloutStatus, boolean>> = {
      ok: true,
      'tool-error': true,
      'model-error': false,
      'infra-error': false,
      timeout: false,
    };
    for (const [name, isCounted] of Object.entries(expected)) {
      assert.equal(counts(name as RolloutStatus), isCounted, name);
    }
  });
});
