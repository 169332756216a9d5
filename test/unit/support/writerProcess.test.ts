import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { isWriterAlive } from '../../../runtime/support/writerProcess.ts';

describe('isWriterAlive', () => {
  it('is true for this process', () => {
    assert.equal(isWriterAlive({ pid: process.pid, host: hostname() }), true);
  });

  it('is true for a process of somebody else', () => {
    assert.equal(isWriterAlive({ pid: 1, host: hostname() }), process.platform !== 'win32');
  });

  it('is false for one that has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    assert.equal(isWriterAlive({ pid, host: hostname() }), false);
  });

  it('is false for one on another machine, and where nobody is named', () => {
    assert.equal(isWriterAlive({ pid: process.pid, host: 'elsewhere' }, 'here'), false);
    assert.equal(isWriterAlive(undefined), false);
  });
});
