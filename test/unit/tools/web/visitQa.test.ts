import assert from 'node:assert/strict';
import { ToolSignature } from '../../../../runtime/contract/tool.ts';
import { visitQa } from '../../../../runtime/tools/web/visitQa.ts';
import { PageReader } from '../../../../runtime/tools/web/webPage.ts';
import { WebError, type WebProblem } from '../../../../runtime/web/web.ts';
import { bytesConverter } from '../../../fakes/bytesConverter.ts';
import { callTool, FakeReader } from '../../../fakes/calledTool.ts';
import { FakeWeb } from '../../../fakes/fakeWeb.ts';
import { pdfOfTexts } from '../../../fakes/pdfFiles.ts';

const prose = 'The tide rose until the boats in the harbour stood level with the wall. '.repeat(4);
const page = `<html><head><title>Tides</title><meta name="date" content="2025-03-01"></head>
  <body><nav><a href="/menu">Menu</a></nav><main><p>${prose}High water is <a href="six.html">at six</a>.</p></main></body></html>`;

describe('visit_qa', () => {
  let web: FakeWeb;
  beforeEach(() => {
    web = new FakeWeb().put('https://tides.example/today', { body: page, type: 'text/html' });
  });
  const tool = () => visitQa(new PageReader(web, bytesConverter));

  it('has a signature that the contract accepts', () => {
    const { signature } = tool();
    assert.deepEqual(ToolSignature.parse(signature), signature);
  });
  it('returns the page with its main part first, its title, address and day, and whole links', async () => {
    const { value, notes } = await callTool(tool(), { url: 'https://tides.example/today' });
    assert.match(
      value,
      /^# Tides \(https:\/\/tides\.example\/today, 2025-03-01\)\n\nThe tide rose/,
    );
    assert.match(value, /High water is \[at six\]\(https:\/\/tides\.example\/six\.html\)\./);
    assert.match(value, /## Rest of the page\n\n\[Menu\]\(https:\/\/tides\.example\/menu\)/);
    assert.deepEqual(notes, ['Source: Tides (https://tides.example/today, 2025-03-01)']);
  });
  it('lets the reader answer a question and names the page', async () => {
    const reader = new FakeReader();
    const args = { url: ' https://tides.example/today ', question: ' When? ' };
    const { value } = await callTool(tool(), args, { reader });
    assert.equal(
      value,
      'Answer: at six\n\nSources:\n- Tides (https://tides.example/today, 2025-03-01)',
    );
    assert.equal(reader.asked[0]?.question, 'When?');
    assert.match(reader.asked[0].text, /^# Tides\nhttps:\/\/tides\.example\/today\n\nThe tide/);
  });
  it('returns the passages nearest to the question where there is no reader', async () => {
    const filler = Array.from({ length: 900 }, (_, i) => `<p>Line ${i} of the harbour book.</p>`);
    filler[700] = '<p>The lighthouse keeper was called Ysolde.</p>';
    web.put('https://long.example/', {
      body: `<main>${filler.join('')}</main>`,
      type: 'text/html',
    });
    const args = { url: 'https://long.example/', question: 'Who was the lighthouse keeper?' };
    const { value } = await callTool(tool(), args);
    assert.match(value, /^No reader model is set up/);
    assert.match(value, /Ysolde/);
    assert.ok(value.length < 22_000);
  });
  it('cuts a long page and reads on where it is told to', async () => {
    const body = Array.from({ length: 3_000 }, (_, i) => `Line ${i} of the harbour book, in full.`);
    web.put('https://long.example/a.txt', { body: body.join('\n'), type: 'text/plain' });
    const { value } = await callTool(tool(), { url: 'https://long.example/a.txt' });
    const [, call, from] =
      /Read on with visit_qa\('(https:\/\/long\.example\/a\.txt#from=(\d+))'\), or ask a question about the page\./.exec(
        value,
      ) ?? [];
    assert.ok(call !== undefined && from !== undefined);
    const { value: more } = await callTool(tool(), { url: call });
    assert.match(more, new RegExp(`Characters ${from} to \\d+ of \\d+ are shown`));
    assert.deepEqual(
      web.asked.map(({ url }) => url),
      ['https://long.example/a.txt', 'https://long.example/a.txt'],
    );
  });
  it('reads a PDF as the document that it is', async () => {
    const body = await pdfOfTexts([[{ text: 'High water at six', x: 50, y: 60 }]]);
    web.put('https://tides.example/table', { body, type: 'application/pdf' });
    const { value } = await callTool(tool(), { url: 'https://tides.example/table' });
    assert.match(value, /High water at six/);
    assert.match(value, /^# table\.pdf \(https:\/\/tides\.example\/table\)/);
  });
  it('gives the day of the file where the page does not say', async () => {
    const headers = { 'last-modified': 'Sat, 01 Mar 2025 12:00:00 GMT' };
    web.put('https://tides.example/a.csv', { body: 'a,b\n1,2\n', type: 'text/csv', headers });
    const { notes } = await callTool(tool(), { url: 'https://tides.example/a.csv' });
    assert.equal(
      notes[0],
      'Source: a.csv (https://tides.example/a.csv, Sat, 01 Mar 2025 12:00:00 GMT)',
    );
  });
  it('names the address where redirects ended', async () => {
    const url = 'https://new.example/tides';
    web.put('https://tides.example/old', { body: page, type: 'text/html', url });
    const { value } = await callTool(tool(), { url: 'https://tides.example/old' });
    assert.match(value, /\(https:\/\/new\.example\/tides, /);
    assert.match(value, /\(https:\/\/new\.example\/six\.html\)/);
  });
  it('does not take the bytes of the answer away', async () => {
    const body = new TextEncoder().encode('{"a": 1}');
    web.put('https://tides.example/a.json', { body });
    await callTool(tool(), { url: 'https://tides.example/a.json' });
    assert.equal(body.length, 8);
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /^url is empty\./],
    ['report.pdf', /'report\.pdf' is no web address/],
    ['tides.example/today', /Write the whole address: 'https:\/\/tides\.example\/today'\./],
    ['how high is the tide', /to search use web_qa/],
    ['file:///etc/passwd', /is no web address/],
  ];
  for (const [url, message] of wrong) {
    it(`refuses the address '${url}' and names the signature`, async () => {
      await assert.rejects(callTool(tool(), { url }), (error: Error) => {
        assert.match(error.message, message);
        assert.match(error.message, /\(visit_qa\(url: str, question: str \| None = None\)\)$/);
        return true;
      });
      assert.deepEqual(web.asked, []);
    });
  }

  const problems: readonly (readonly [WebProblem, string])[] = [
    ['refused', 'PermissionError'],
    ['robots', 'PermissionError'],
    ['not-found', 'FileNotFoundError'],
    ['too-large', 'ValueError'],
    ['too-slow', 'TimeoutError'],
    ['too-many-redirects', 'ConnectionError'],
    ['busy', 'ConnectionError'],
    ['not-recorded', 'LookupError'],
    ['unreachable', 'ConnectionError'],
    ['blocked', 'ConnectionError'],
    ['unreadable', 'ValueError'],
    ['status', 'ConnectionError'],
  ];
  for (const [problem, pythonType] of problems) {
    it(`raises ${pythonType} for ${problem}`, async () => {
      web.put('https://tides.example/today', new WebError(problem, 'It was so.'));
      await assert.rejects(callTool(tool(), { url: 'https://tides.example/today' }), {
        name: 'ToolError',
        pythonType,
        message: 'It was so. (visit_qa(url: str, question: str | None = None))',
      });
    });
  }
  it('raises ValueError for a page without text', async () => {
    web.put('https://app.example/', {
      body: '<html><div id="app"></div><script>go()</script></html>',
      type: 'text/html',
    });
    await assert.rejects(callTool(tool(), { url: 'https://app.example/' }), {
      pythonType: 'ValueError',
      message: /made by scripts/,
    });
  });
});
