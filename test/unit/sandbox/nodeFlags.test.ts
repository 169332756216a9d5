import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  launchCommand,
  launchEnvironment,
  planLaunch,
} from '../../../runtime/sandbox/nodeFlags.ts';

describe('how a kernel process is started', () => {
  it('gives it nothing but reading what is named', () => {
    const plan = { nodePath: '/node', permissionFlag: '--permission', isolator: [] };
    const { program, args } = launchCommand(plan, '/dist/child.mjs', ['/pyodide', '/session']);
    assert.equal(program, '/node');
    assert.deepEqual(
      args.filter((arg) => arg.startsWith('--allow')),
      ['--allow-worker', '--allow-fs-read=/pyodide', '--allow-fs-read=/session'],
    );
    assert.ok(args.includes('--disallow-code-generation-from-strings'));
    assert.equal(args.at(-1), '/dist/child.mjs');
  });

  it('does without the permission model where there is none, and starts behind the isolator', () => {
    const plan = { nodePath: '/node', permissionFlag: null, isolator: ['unshare', '-rn'] };
    const { program, args } = launchCommand(plan, '/child.mjs', ['/pyodide']);
    assert.equal(program, 'unshare');
    assert.deepEqual(args.slice(0, 2), ['-rn', '/node']);
    assert.ok(!args.some((arg) => arg.includes('allow-fs') || arg.includes('permission')));
  });

  it('finds out what this Node knows', async () => {
    const plan = await planLaunch(process.execPath);
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const stable = major > 22 || (major === 22 && minor >= 13);
    assert.equal(plan.permissionFlag, stable ? '--permission' : '--experimental-permission');
  });

  it('finds the same by asking this Node as by trying another copy of it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'node-copy-'));
    try {
      const copy = path.join(folder, 'node');
      await symlink(process.execPath, copy);
      assert.deepEqual(await planLaunch(copy), {
        ...(await planLaunch(process.execPath)),
        nodePath: copy,
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('assumes nothing of a program that cannot be started', async () => {
    const plan = await planLaunch('/no/such/node');
    assert.equal(plan.permissionFlag, null);
  });

  it('hands no variable of this process on', () => {
    const known = ['ELECTRON_RUN_AS_NODE', 'SystemRoot'];
    assert.deepEqual(
      Object.keys(launchEnvironment()).filter((name) => !known.includes(name)),
      [],
    );
  });
});
