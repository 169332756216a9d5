import assert from 'node:assert/strict';
import { programFailure } from '../../../../runtime/remote/link/programFailure.ts';

describe('a program of ours that ended badly on a machine', () => {
  const what = 'The machine could not be prepared';
  const tell = (stderr: string, over = {}, code: number | null = 1) =>
    programFailure('a100', { code, stderr }, { code: 'unsuitable', what, ...over }).failure;

  it('is told by its last line, with what helps', () => {
    const { code, message } = tell('Traceback:\nValueError: wrong\n', { advice: 'Look there.' });
    assert.equal(code, 'remote/unsuitable');
    assert.equal(message, 'The machine could not be prepared: ValueError: wrong Look there.');
  });

  it('is told whole by our own command line, without its name', () => {
    const said = 'tool-r1: Port 1 is in use.\nChoose another one.\n';
    const whole = 'Port 1 is in use.\nChoose another one.';
    assert.equal(tell(said, { speaks: true }).message, `${what}: ${whole}`);
    assert.equal(tell(said, { speaks: true, what: '' }).message, whole);
  });

  it('lacks room where it says so, under a code of its own', () => {
    const { code, message } = tell("OSError: [Errno 28] No space left on device: '/x'\n");
    assert.equal(code, 'remote/disk-full');
    assert.match(message, /device: '\/x' a100 has no room\. Delete what is not needed there, then/);
    const own = tell('tool-r1: The disk of /home/ada/cache is full: free some.', { speaks: true });
    assert.equal(own.code, 'remote/disk-full');
    assert.match(tell('Disk quota exceeded').message, /there, or ask for a larger quota, then try/);
  });

  it('says what may be behind it where nothing was said', () => {
    assert.match(tell('').message, /code 1 and said nothing, as happens when a disk is full\.$/);
    assert.match(tell('', { speaks: true }, null).message, /killed and said nothing, .*memory/);
  });
});
