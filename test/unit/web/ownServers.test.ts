import assert from 'node:assert/strict';
import { readOwnServers, serverOf } from '../../../runtime/web/ownServers.ts';
import { HumanError } from '../../../runtime/support/errors.ts';

describe('own servers', () => {
  const kept: readonly (readonly [entry: string, server: string])[] = [
    ['localhost:8888', 'localhost:8888'],
    ['LOCALHOST.:8888', 'localhost:8888'],
    [' 127.0.0.1:80 ', '127.0.0.1:80'],
    ['0x7f.1:8888', '127.0.0.1:8888'],
    ['searx.lan:443', 'searx.lan:443'],
    ['[::1]:8080', '[::1]:8080'],
    ['[0:0:0:0:0:0:0:1]:8080', '[::1]:8080'],
  ];
  for (const [entry, server] of kept) {
    it(`know "${entry}"`, () => assert.deepEqual([...readOwnServers([entry])], [server]));
  }

  for (const entry of [
    '',
    'localhost',
    'http://localhost:8888',
    'localhost:8888/search',
    'localhost:99999',
    'localhost:http',
    'me@localhost:80',
    ':8888',
    '::1:8080',
    'a b:80',
    '[fe80::1%25eth0]:80',
  ]) {
    it(`do not take "${entry}"`, () =>
      assert.throws(
        () => readOwnServers(['localhost:1', entry]),
        (error) => error instanceof HumanError && error.message.includes(`"${entry}"`),
      ));
  }

  it('are found for an address with or without its port', () => {
    assert.equal(serverOf(new URL('http://Searx.LAN./search')), 'searx.lan:80');
    assert.equal(serverOf(new URL('https://searx.lan/')), 'searx.lan:443');
    assert.equal(serverOf(new URL('https://searx.lan:8443/')), 'searx.lan:8443');
  });
});
