import assert from 'node:assert/strict';
import { Failure } from '../../../runtime/contract/failure.ts';
import {
  errorMessage,
  failure,
  FailureError,
  isAbort,
  systemCode,
  toFailure,
} from '../../../runtime/support/errors.ts';

describe('errors', () => {
  it('builds a failure that the contract accepts and keeps its cause', () => {
    const cause = new Error('socket closed');
    const error = failure('policy', 'unreachable', 'The server is not there. Start it.', cause);
    assert.ok(Failure.safeParse(error.failure).success);
    assert.equal(error.failure.code, 'policy/unreachable');
    assert.equal(error.message, 'The server is not there. Start it.');
    assert.equal(error.cause, cause);
  });
  it('keeps the failure of a FailureError, whatever boundary catches it', () => {
    const error = failure('store', 'disk-full', 'The disk is full.');
    assert.equal(toFailure(error, 'policy'), error.failure);
  });
  it('attributes anything else to the boundary that caught it', () => {
    assert.deepEqual(toFailure(new TypeError('x is not a function'), 'tool'), {
      code: 'tool/unexpected',
      boundary: 'tool',
      message: 'x is not a function',
    });
    assert.equal(toFailure('text', 'tool').message, 'text');
  });
  it('knows an abort from other errors', () => {
    assert.ok(isAbort(AbortSignal.abort().reason));
    assert.ok(!isAbort(new Error('AbortError')));
    assert.ok(!isAbort('AbortError'));
  });
  it('reads the code of a system error', () => {
    assert.equal(systemCode(Object.assign(new Error('no'), { code: 'ENOENT' })), 'ENOENT');
    assert.equal(systemCode(Object.assign(new Error('no'), { code: 5 })), null);
    assert.equal(systemCode(new Error('no')), null);
    assert.equal(systemCode(null), null);
  });
  it('has a message for everything that can be thrown', () => {
    assert.equal(
      errorMessage(new FailureError({ code: 'tool/x', boundary: 'tool', message: 'm' })),
      'm',
    );
    assert.equal(errorMessage(undefined), 'undefined');
  });
});
