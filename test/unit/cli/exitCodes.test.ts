import assert from 'node:assert/strict';
import { exitCodeOf, exitCodeOfError, exitCodes } from '../../../runtime/cli/exitCodes.ts';
import { failure, HumanError } from '../../../runtime/support/errors.ts';

describe('exitCodes', () => {
  it('are all different', () => {
    const codes = Object.values(exitCodes);
    assert.equal(new Set(codes).size, codes.length);
  });

  it('tell how a rollout ended', () => {
    assert.equal(exitCodeOf('final-answer', null), 0);
    assert.equal(exitCodeOf('max-steps', null), 3);
    assert.equal(exitCodeOf('context-full', null), 3);
    assert.equal(exitCodeOf('no-code', null), 3);
    assert.equal(exitCodeOf('cancelled', null), 130);
  });

  it('tell what broke', () => {
    assert.equal(exitCodeOf('failure', failure('policy', 'wrong-key', 'x').failure), 4);
    assert.equal(exitCodeOf('failure', failure('sandbox', 'died', 'x').failure), 5);
    assert.equal(exitCodeOf('failure', failure('store', 'disk-full', 'x').failure), 6);
    assert.equal(exitCodeOf('failure', failure('tool', 'odd', 'x').failure), 1);
    assert.equal(exitCodeOf('failure', null), 1);
  });

  it('tell a mistake on the command line from broken machinery', () => {
    assert.equal(exitCodeOfError(new HumanError('no such file')), 2);
    assert.equal(exitCodeOfError(failure('store', 'no-file', 'x')), 2);
    assert.equal(exitCodeOfError(failure('store', 'disk-full', 'x')), 6);
    assert.equal(exitCodeOfError(failure('remote', 'offline', 'x')), 9);
    assert.equal(exitCodeOfError(new DOMException('stop', 'AbortError')), 130);
    assert.equal(exitCodeOfError(new TypeError('x is undefined')), 1);
  });
});
