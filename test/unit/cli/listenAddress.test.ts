import assert from 'node:assert/strict';
import { listenAddress } from '../../../runtime/cli/listenAddress.ts';
import { HumanError } from '../../../runtime/support/errors.ts';

describe('listenAddress', () => {
  for (const [text, host, port] of [
    ['8900', '127.0.0.1', 8900],
    ['0', '127.0.0.1', 0],
    ['127.0.0.1:8900', '127.0.0.1', 8900],
    ['localhost:80', 'localhost', 80],
    ['[::1]:8900', '::1', 8900],
    ['::1:8900', '::1', 8900],
    [' 0.0.0.0:65535 ', '0.0.0.0', 65535],
  ] as const) {
    it(`reads ${text}`, () => assert.deepEqual(listenAddress(text), { host, port }));
  }

  for (const text of ['', 'localhost', '127.0.0.1:', ':8900x', '65536', 'http://a:80/', '-1']) {
    it(`refuses "${text}"`, () => {
      assert.throws(
        () => listenAddress(text),
        (error) => {
          assert.ok(error instanceof HumanError);
          assert.ok(error.message.startsWith(`"${text}" is no address. Write --listen `));
          return true;
        },
      );
    });
  }
});
