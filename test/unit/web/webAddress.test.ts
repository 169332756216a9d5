import assert from 'node:assert/strict';
import { readOwnServers } from '../../../runtime/web/ownServers.ts';
import { WebError } from '../../../runtime/web/web.ts';
import { webAddress } from '../../../runtime/web/webAddress.ts';

const nobody = readOwnServers([]);

describe('web addresses', () => {
  it('are complete, and lose their fragment', () => {
    const { url, isOwn } = webAddress(' https://Example.org/a?b=c#d ', nobody);
    assert.equal(url.href, 'https://example.org/a?b=c');
    assert.equal(isOwn, false);
  });

  for (const address of [
    'http://example.org:80/',
    'http://example.org:8080/',
    'https://example.org:8999/',
    'http://8.8.8.8/',
    'http://134744072/',
    'https://[2606:4700::1111]/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://localhost.example.org/',
    'https://internal.example.org/',
  ]) {
    it(`may be ${address}`, () => assert.equal(webAddress(address, nobody).isOwn, false));
  }

  const refusals: readonly (readonly [address: string, reason: RegExp])[] = [
    ['', /no complete web address/],
    ['example.org/page', /no complete web address/],
    ['/page', /no complete web address/],
    ['http://', /no complete web address/],
    ['http://exa mple.org/', /no complete web address/],
    ['http://[fe80::1%25eth0]/', /no complete web address/],
    ['http://256.256.256.256/', /no complete web address/],
    [`https://example.org/${'a'.repeat(8_000)}`, /at most 8000/],
    ['ftp://example.org/', /only http/],
    ['file:///etc/passwd', /only http.*file:/],
    ['data:text/plain,hello', /only http/],
    ['javascript:alert(1)', /only http/],
    ['https://me:secret@example.org/', /user name or a password/],
    ['https://me@example.org/', /user name or a password/],
    ['http://router/', /local network/],
    ['http://localhost/', /local network/],
    ['http://localhost./', /local network/],
    ['http://api.localhost/', /local network/],
    ['http://localhost.localdomain/', /local network/],
    ['http://printer.local/', /local network/],
    ['http://metadata.google.internal/', /local network/],
    ['http://nas.home.arpa/', /local network/],
    ['http://example.onion/', /local network/],
    ['http://127.0.0.1/', /this computer itself.*only public/],
    ['http://127.0.0.1./', /this computer itself/],
    ['http://2130706433/', /this computer itself/],
    ['http://0x7f.1/', /this computer itself/],
    ['http://0177.0.0.1/', /this computer itself/],
    ['http://127.1/', /this computer itself/],
    ['http://0/', /this computer itself/],
    ['http://%31%32%37.0.0.1/', /this computer itself/],
    ['http://１２７.０.０.１/', /this computer itself/],
    ['http://①②⑦.0.0.1/', /this computer itself/],
    ['http://ⓛocalhost/', /local network/],
    ['http://[::ffff:7f00:1]/', /reserved/],
    ['http://example.org:22/', /port 22 /],
    ['http://example.org:25/', /port 25 /],
    ['http://example.org:6379/', /port 6379 /],
    ['http://8.8.8.8:53/', /port 53 /],
  ];
  for (const [address, reason] of refusals) {
    it(`are not "${address.slice(0, 60)}"`, () =>
      assert.throws(
        () => webAddress(address, nobody),
        (error) =>
          error instanceof WebError && error.problem === 'refused' && reason.test(error.message),
      ));
  }

  it('of own servers may be anywhere, with any port', () => {
    const own = readOwnServers(['localhost:6379', '10.0.0.7:80', '[::1]:8080']);
    for (const address of ['http://localhost:6379/', 'http://10.0.0.7/x', 'http://[::1]:8080/']) {
      assert.equal(webAddress(address, own).isOwn, true);
    }
    assert.throws(() => webAddress('http://localhost:6380/', own), WebError);
    assert.throws(() => webAddress('https://10.0.0.7/', own), WebError);
    assert.throws(() => webAddress('http://me@10.0.0.7/', own), WebError);
  });

  it('are quoted no longer than a person reads', () => {
    assert.throws(
      () => webAddress(`ftp://example.org/${'a'.repeat(5_000)}`, nobody),
      (error) => error instanceof WebError && error.message.length < 400,
    );
  });
});
