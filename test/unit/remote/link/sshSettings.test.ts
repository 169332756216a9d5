import assert from 'node:assert/strict';
import { endArguments, sshArguments } from '../../../../runtime/remote/link/sshArguments.ts';
import { parseSshSettings } from '../../../../runtime/remote/link/sshSettings.ts';

const said = [
  'host a100',
  'user ada',
  'hostname 10.1.2.3',
  'port 2222',
  'connecttimeout none',
  'controlmaster false',
  'serveraliveinterval 0',
  'controlpersist no',
  '',
].join('\n');

const changed = (...pairs: [string, string][]): string =>
  pairs.reduce((text, [from, to]) => text.replace(from, to), said);

describe('what ssh says it will do', () => {
  it('is taken from ssh -G', () => {
    const { digest, ...settings } = parseSshSettings(said);
    assert.match(digest, /^[0-9a-f]{16}$/);
    assert.deepEqual(settings, {
      host: '10.1.2.3',
      port: 2222,
      user: 'ada',
      controlPath: null,
      aliveSeconds: null,
      connectSeconds: null,
    });
  });

  it('knows where the person shares connections', () => {
    const shared = changed([
      'controlmaster false',
      'controlmaster auto\ncontrolpath /home/ada/cm x',
    ]);
    assert.equal(parseSshSettings(shared).controlPath, '/home/ada/cm x');
    const notShared = changed(['port 2222', 'port 2222\ncontrolpath /home/ada/cm']);
    assert.equal(parseSshSettings(notShared).controlPath, null);
  });

  it('gives other settings another connection', () => {
    const other = changed(['user ada', 'user root']);
    assert.notEqual(parseSshSettings(said).digest, parseSshSettings(other).digest);
    assert.equal(parseSshSettings(said).digest, parseSshSettings(said).digest);
  });
});

describe('the command line of ssh', () => {
  const settings = parseSshSettings(said);

  it('shares a connection at our path, and ends options before the name', () => {
    const args = sshArguments('a100', settings, '/home/ada/my cache/100%/x', 'exec true');
    assert.ok(args.includes('ControlPath="/home/ada/my cache/100%%/x"'));
    assert.ok(args.includes('ControlMaster=auto'));
    assert.ok(args.includes('ServerAliveInterval=15'));
    assert.deepEqual(args.slice(-3), ['--', 'a100', 'exec true']);
  });

  it('leaves alone what the person has set', () => {
    const own = changed(
      ['serveraliveinterval 0', 'serveraliveinterval 7'],
      ['connecttimeout none', 'connecttimeout 3'],
    );
    const args = sshArguments('a100', parseSshSettings(own), null, 'exec true');
    assert.ok(!args.some((arg) => /^(ServerAlive|ConnectTimeout|Control)/.test(arg)));
  });

  it('ends a shared connection by its path', () => {
    const args = endArguments('a100', '/c/x');
    assert.deepEqual(args, ['-o', 'ControlPath="/c/x"', '-O', 'exit', '--', 'a100']);
  });
});
