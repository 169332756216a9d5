import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WantedRuns } from '../../../../runtime/remote/mirror/wantedRuns.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('WantedRuns', () => {
  const folder = temporaryFolder();
  const open = (process: string) => new WantedRuns(folder('wanted'), process);
  const wanted = async (by: WantedRuns) => [...(await by.read(Date.now())).runs].sort();

  it('are none where nobody looks', async () => {
    const own = open('own');
    await own.renew();
    assert.deepEqual(await wanted(own), []);
  });

  it('are those of all windows, as long as a page is open in any', async () => {
    const [own, other] = [open('own'), open('other')];
    const release = own.want('one');
    const again = own.want('one');
    other.want('two');
    await own.renew();
    await other.renew();
    assert.deepEqual(await wanted(own), ['one', 'two']);
    release();
    release();
    await own.renew();
    assert.deepEqual(await wanted(other), ['one', 'two']);
    again();
    await own.renew();
    assert.deepEqual(await wanted(other), ['two']);
    await other.withdraw();
    assert.deepEqual(await wanted(own), []);
  });

  it('forget windows that were killed', async () => {
    const own = open('own');
    own.want('one');
    await own.renew();
    const file = path.join(folder('wanted'), 'own.json');
    const old = new Date(Date.now() - 60_000);
    await utimes(file, old, old);
    assert.deepEqual(await wanted(own), []);
    assert.deepEqual(await readdir(folder('wanted')), []);
  });

  it('say when somebody wants a refresh at once', async () => {
    const own = open('own');
    own.want('one');
    await own.renew();
    const { urgency } = await own.read(Date.now());
    own.hurry();
    await own.renew();
    assert.notEqual((await own.read(Date.now())).urgency, urgency);
  });

  it('pass over a note that is being written', async () => {
    const own = open('own');
    own.want('one');
    await own.renew();
    await writeFile(path.join(folder('wanted'), 'torn.json'), '{"runs": ["t');
    assert.deepEqual(await wanted(own), ['one']);
  });
});
