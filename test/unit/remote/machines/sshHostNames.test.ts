import assert from 'node:assert/strict';
import { sshHostNames } from '../../../../runtime/remote/machines/sshHostNames.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('names of ssh hosts to choose from', () => {
  let home: TemporaryFolder;
  beforeEach(async () => (home = await makeTemporaryFolder()));
  afterEach(() => home.remove());

  it('are those of the configuration and of what it includes, without patterns', async () => {
    await home.write(
      '.ssh/config',
      [
        'Include config.d/*.conf',
        'Host a100 gpu-* !gpu-9',
        '  HostName 10.1.2.3',
        'host = "quoted"',
        'Match host foo',
        '# Host commented',
      ].join('\n'),
    );
    await home.write('.ssh/config.d/work.conf', 'Host lab\nInclude ~/.ssh/deeper\n');
    await home.write('.ssh/config.d/notes.txt', 'Host not-included\n');
    await home.write('.ssh/deeper', 'Host deep\nInclude deeper\n');
    assert.deepEqual(await sshHostNames(home.path), ['a100', 'deep', 'lab', 'quoted']);
  });

  it('are those of known hosts too, where they can be read', async () => {
    await home.write('.ssh/config', 'Host zebra\n');
    await home.write(
      '.ssh/known_hosts',
      [
        'alpha,10.0.0.1 ssh-ed25519 AAAA',
        '|1|abc=|def= ssh-ed25519 AAAA',
        '[beta]:2222 ssh-ed25519 AAAA',
        '@revoked gamma ssh-ed25519 AAAA',
        'zebra ssh-rsa AAAA',
        '',
      ].join('\n'),
    );
    assert.deepEqual(await sshHostNames(home.path), ['zebra', '10.0.0.1', 'alpha']);
  });

  it('are none where there is no configuration', async () => {
    assert.deepEqual(await sshHostNames(home.path), []);
  });
});
