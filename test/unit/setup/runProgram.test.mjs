import assert from 'node:assert/strict';
import { capture, tail } from '../../../runtime/setup/runProgram.mjs';

describe('programs of the set-up', () => {
  const node = (code) => capture(process.execPath, ['-e', code]);

  it('give their exit code and everything that they print', async () => {
    const { code, output } = await node(
      "console.log('out'); console.error('err'); process.exitCode = 3",
    );
    assert.equal(code, 3);
    assert.match(output, /out\n/);
    assert.match(output, /err\n/);
  });

  it('give 127 when they are not there', async () => {
    const { code, output } = await capture('no-such-program-here', []);
    assert.equal(code, 127);
    assert.match(output, /ENOENT/);
  });

  it('give 128 and the number of the signal that ended them', async () => {
    const { code } = await node("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 9e5)");
    assert.equal(code, 143);
  });

  it('take arguments as they are, without a shell', async () => {
    const { output } = await capture(process.execPath, [
      '-e',
      'console.log(process.argv[1])',
      '$HOME; echo "x"',
    ]);
    assert.equal(output, '$HOME; echo "x"\n');
  });

  it('are shown by their last lines', () => {
    assert.equal(tail('a\nb\nc\n', 2), 'b\nc');
    assert.equal(tail('a', 5), 'a');
  });
});
