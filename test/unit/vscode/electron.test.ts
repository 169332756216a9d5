// `npm run test:electron` where it cannot run: it fails and says why, whatever the reason.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../../vscode/installation.ts';

function start(env: Record<string, string>): { code: number | null; said: string } {
  const rest = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(WAYLAND_)?DISPLAY$/.test(name)),
  );
  const program = ['--import', 'tsx', path.join('test', 'electron.ts')];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: projectRoot,
    env: { ...rest, ...env },
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

describe('the suite in a desktop VS Code', function () {
  this.timeout(60_000);

  it('fails without a display, and says how to get one', function () {
    if (process.platform !== 'linux') {
      console.log('skipped: only Linux runs without a display');
      this.skip();
    }
    const { code, said } = start({});
    assert.equal(code, 1);
    assert.match(said, /did not run\..*DISPLAY is not set.*xvfb-run/);
  });

  it('fails when the named program is not there', () => {
    const { code, said } = start({ DISPLAY: ':9', VSCODE_EXECUTABLE: '/nowhere/code' });
    assert.equal(code, 1);
    assert.match(
      said,
      /did not run\. VSCODE_EXECUTABLE names \/nowhere\/code, which is no program/,
    );
  });

  it('fails when the named program runs no test', () => {
    const { code, said } = start({ DISPLAY: ':9', VSCODE_EXECUTABLE: process.execPath });
    assert.equal(code, 1);
    assert.match(said, /No test reported anything/);
    assert.match(said, /^0 passed, 2 failed$/m);
  });
});
