import assert from 'node:assert/strict';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { controlIdentity, controlPath } from '../../../../runtime/remote/link/sharedConnection.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('the place of a shared connection', () => {
  const at = temporaryFolder();
  const user = process.getuid?.() ?? null;

  it('is a folder of this user alone in the cache', async () => {
    const place = { cacheDirectory: at('cache'), temporaryDirectory: at('tmp'), user };
    const control = await controlPath(place, '0123456789abcdef');
    assert.equal(control, path.join(at('cache'), 'ssh', '0123456789abcdef'));
    assert.equal((await stat(path.dirname(control))).mode & 0o777, 0o700);
  });

  it('is a short one where the path of the cache is too long for a socket', async () => {
    const cacheDirectory = at('c'.repeat(60));
    const control = await controlPath(
      { cacheDirectory, temporaryDirectory: at('t'), user },
      'abcd',
    );
    assert.equal(control, path.join(at('t'), `tool-r1-ssh-${user}`, 'abcd'));
  });

  it('is refused where others can write', async () => {
    await mkdir(at('cache', 'ssh'), { recursive: true });
    await chmod(at('cache', 'ssh'), 0o777);
    const place = { cacheDirectory: at('cache'), temporaryDirectory: at('tmp'), user };
    const { code, message } = await failureOf(controlPath(place, 'abcd'));
    assert.equal(code, 'remote/refused');
    assert.match(message, /others can write there/);
  });

  it('is refused where it belongs to somebody else', async () => {
    const place = { cacheDirectory: at('cache'), temporaryDirectory: at('tmp'), user: 4711 };
    assert.match((await failureOf(controlPath(place, 'abcd'))).message, /belongs to somebody else/);
  });

  it('tells one connection from the next', async () => {
    assert.equal(await controlIdentity(at('none')), null);
    const seen: (string | null)[] = [];
    for (let round = 0; round < 2; round += 1) {
      const server = createServer().listen(at('socket'));
      await once(server, 'listening');
      seen.push(await controlIdentity(at('socket')));
      assert.equal(await controlIdentity(at('socket')), seen.at(-1));
      server.close();
      await once(server, 'close');
    }
    assert.notEqual(seen[0], null);
    assert.notEqual(seen[0], seen[1]);
  });
});
