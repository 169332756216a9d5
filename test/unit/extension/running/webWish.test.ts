import assert from 'node:assert/strict';
import { webWish } from '../../../../extension/running/webWish.ts';
import { WebWish } from '../../../../runtime/contract/web.ts';

const settings = { webSearch: 'brave', webServers: ['wiki.intra:80'] };

describe('what the settings allow of the web', () => {
  it('is what the contract takes', () => {
    const wish = webWish({ ...settings, webEnabled: true }, true);
    assert.deepEqual(WebWish.parse(wish), {
      mode: { type: 'live' },
      search: 'brave',
      servers: ['wiki.intra:80'],
      isTrusted: true,
    });
  });
  for (const [webEnabled, isTrusted] of [
    [false, true],
    [true, false],
    [false, false],
  ] as const) {
    it(`is nothing when it is ${webEnabled ? 'on' : 'off'} in ${isTrusted ? 'a trusted' : 'an untrusted'} folder`, () => {
      assert.deepEqual(webWish({ ...settings, webEnabled }, isTrusted).mode, { type: 'off' });
    });
  }
});
