import assert from 'node:assert/strict';
import { ToolSignature } from '../../../../runtime/contract/tool.ts';
import { findArchivedUrl } from '../../../../runtime/tools/web/findArchivedUrl.ts';
import { PageReader } from '../../../../runtime/tools/web/webPage.ts';
import { WebArchive } from '../../../../runtime/web/search/webArchive.ts';
import { bytesConverter } from '../../../fakes/bytesConverter.ts';
import { callTool } from '../../../fakes/calledTool.ts';
import { FakeWeb, queryOf } from '../../../fakes/fakeWeb.ts';

const available = 'https://archive.org/wayback/available';
const copy = 'http://web.archive.org/web/20210616101112/https://news.example/';
const raw = 'https://web.archive.org/web/20210616101112id_/https://news.example/';
const signature = '(find_archived_url(url: str, date: str))';

function answer(closest: unknown) {
  return {
    body: JSON.stringify({ url: 'x', archived_snapshots: closest === null ? {} : { closest } }),
  };
}

describe('find_archived_url', () => {
  let web: FakeWeb;
  beforeEach(() => {
    web = new FakeWeb()
      .put(
        available,
        answer({ available: true, url: copy, timestamp: '20210616101112', status: '200' }),
      )
      .put(raw, { body: '<title>News</title><p>The wall was built.</p>', type: 'text/html' });
  });
  const tool = () =>
    findArchivedUrl({
      archive: new WebArchive(web, 'https://archive.org'),
      pages: new PageReader(web, bytesConverter),
    });

  it('has a signature that the contract accepts', () => {
    const { signature: own } = tool();
    assert.deepEqual(ToolSignature.parse(own), own);
  });
  it('returns the day, the address and the text of the copy, read without what the archive adds', async () => {
    const { value, notes } = await callTool(tool(), {
      url: 'https://news.example/',
      date: '20210615',
    });
    const address = 'https://web.archive.org/web/20210616101112/https://news.example/';
    assert.equal(
      value,
      `The copy nearest to 2021-06-15 was made on 2021-06-16: ${address}\n\n# News (${address}, archived 2021-06-16)\n\nThe wall was built.`,
    );
    assert.deepEqual(notes, [`Source: News (${address}, archived 2021-06-16)`]);
    assert.deepEqual(
      web.asked.map(({ url }) => url.split('?')[0]),
      [available, raw],
    );
    const [asked] = web.asked;
    assert.ok(asked);
    assert.deepEqual(queryOf(asked), { url: 'https://news.example/', timestamp: '20210615' });
  });
  it('takes a day with dashes', async () => {
    const { value } = await callTool(tool(), { url: 'news.example', date: '2021-06-15' });
    assert.match(value, /nearest to 2021-06-15/);
  });
  for (const date of ['2021', '20210231', '20211301', 'yesterday', '15062021x', '']) {
    it(`refuses the day '${date}' without asking`, async () => {
      await assert.rejects(
        callTool(tool(), { url: 'https://news.example/', date }),
        (error: Error) => {
          assert.match(error.message, /is no day\. Write date as 'YYYYMMDD'|^date is empty/);
          assert.ok(error.message.endsWith(signature));
          return true;
        },
      );
      assert.deepEqual(web.asked, []);
    });
  }
  it('raises LookupError when there is no copy', async () => {
    web.put(available, answer(null));
    await assert.rejects(callTool(tool(), { url: 'https://news.example/', date: '20210615' }), {
      pythonType: 'LookupError',
      message: `The web archive has no copy of https://news.example/. Check the address, try it with or without 'www.', or a page above it. ${signature}`,
    });
  });
  it('says so when the copy is listed but cannot be opened', async () => {
    const gone = new FakeWeb().put(
      available,
      answer({ available: true, url: copy, timestamp: '20210616101112' }),
    );
    const archived = findArchivedUrl({
      archive: new WebArchive(gone, 'https://archive.org'),
      pages: new PageReader(gone, bytesConverter),
    });
    await assert.rejects(callTool(archived, { url: 'https://news.example/', date: '20210615' }), {
      pythonType: 'FileNotFoundError',
    });
  });
});
