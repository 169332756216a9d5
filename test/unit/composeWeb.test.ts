// Whether there is a web at all, before anything is asked of it.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { openWeb, type WebSurroundings } from '../../runtime/composeWeb.ts';
import { HumanError } from '../../runtime/support/errors.ts';
import { silentLog } from '../../runtime/support/log.ts';
import type { OpenedWeb, WebChoice } from '../../runtime/web/openedWeb.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

const untouched: WebSurroundings = {
  resolve: () => assert.fail('a name was looked up'),
  dial: () => assert.fail('a connection was tried'),
  clock: { now: () => assert.fail('no time'), monotonic: () => assert.fail('no time') },
  sleep: () => assert.fail('a pause was made'),
  random: () => assert.fail('a dice was thrown'),
};

describe('the web of a process', () => {
  const folder = temporaryFolder();

  const open = (choice: Partial<WebChoice>): Promise<OpenedWeb | null> => {
    const settings = { cacheDirectory: folder('cache'), env: {}, log: silentLog };
    const usual: WebChoice = { mode: { type: 'live' }, isTrusted: true, ownServers: [] };
    return openWeb(settings, { ...usual, ...choice }, untouched);
  };

  it('is none when it is off, trusted or not', async () => {
    assert.equal(await open({ mode: { type: 'off' } }), null);
    assert.equal(await open({ mode: { type: 'off' }, isTrusted: false }), null);
  });

  it('stays closed in a folder that is not trusted, and leaves no file', async () => {
    for (const mode of [{ type: 'live' }, { type: 'record', file: folder('web.jsonl') }] as const) {
      await assert.rejects(open({ mode, isTrusted: false }), (error) => {
        assert.ok(error instanceof HumanError);
        assert.match(error.message, /do not trust.*Trust the workspace, or replay/);
        return true;
      });
    }
    assert.deepEqual(await readdir(folder()), []);
  });

  it('says which own server is none', async () => {
    await assert.rejects(
      open({ ownServers: ['localhost:8888', 'localhost'] }),
      /"localhost" names no/,
    );
  });

  it('touches nothing until something is asked', async () => {
    const web = await open({});
    assert.ok(web);
    assert.equal(web.forRollout(), web.forRollout(), 'rollouts share connections and manners');
    await web.close();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('makes the file of a recording, and its folder, when it is opened', async () => {
    const web = await open({ mode: { type: 'record', file: folder('below', 'web.jsonl') } });
    await web?.close();
    assert.deepEqual(await readdir(folder('below')), ['web.jsonl']);
  });
});
