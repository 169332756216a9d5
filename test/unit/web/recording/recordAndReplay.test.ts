// The same questions, asked of sites while they are recorded and of the recording afterwards, without a network.
import assert from 'node:assert/strict';
import { readFile, writeFile, appendFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { openWeb } from '../../../../runtime/composeWeb.ts';
import { silentLog } from '../../../../runtime/support/log.ts';
import type { OpenedWeb } from '../../../../runtime/web/openedWeb.ts';
import { type Web, WebError, type WebRequest } from '../../../../runtime/web/web.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { type LocalWeb, startLocalWeb, webErrorOf } from '../localWeb.ts';

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256);

/** Answers, redirects, every kind of error, and a page that changes. */
const questions: readonly WebRequest[] = [
  { url: 'http://site.example/bytes' },
  { url: 'http://site.example/moved#part' },
  { url: 'http://site.example/empty' },
  { url: 'http://site.example/counted' },
  { url: 'http://site.example/counted' },
  { url: 'http://site.example/missing' },
  { url: 'http://site.example/secret' },
  { url: 'http://site.example/loop' },
  { url: 'http://10.0.0.1/' },
  { url: 'no address' },
  { url: 'http://api.example/search', method: 'POST', body: '{"q":"größe"}', kind: 'api' },
  { url: 'http://api.example/search', method: 'POST', body: '{"q":"other"}', kind: 'api' },
];

function answerOn({ server }: LocalWeb): void {
  server.answers.set('/bytes', (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-encoding': 'gzip',
      'set-cookie': 'session=very-secret',
    });
    response.end(gzipSync(bytes));
  });
  server.answers.set('/moved', (_request, response) => {
    response.writeHead(302, { location: 'https://other.example/empty' }).end();
  });
  server.answers.set('/empty', (_request, response) => response.writeHead(204).end());
  server.answers.set('/counted', (_request, response, count) => {
    response.writeHead(200, { 'cache-control': 'no-store' }).end(`visit ${count}`);
  });
  server.answers.set('/secret', (_request, response) => response.writeHead(403).end());
  server.answers.set('/loop', (_request, response) => {
    response.writeHead(302, { location: '/loop' }).end();
  });
  server.answers.set('/search', (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => response.end(`found for ${text}`));
  });
}

/** Everything that a tool sees of an outcome. */
async function outcome(web: Web, request: WebRequest): Promise<unknown> {
  try {
    const { url, status, headers, body } = await web.fetch(request, new AbortController().signal);
    return { url, status, headers, body: Buffer.from(body).toString('base64') };
  } catch (error) {
    assert.ok(error instanceof WebError, String(error));
    return { problem: error.problem, status: error.status, message: error.message };
  }
}

async function outcomes(web: Web, requests = questions): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const request of requests) all.push(await outcome(web, request));
  return all;
}

describe('a recording of the web', () => {
  const folder = temporaryFolder();
  const opened: OpenedWeb[] = [];
  let local: LocalWeb | null = null;
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await local?.close();
    local = null;
  });

  const file = (): string => folder('web.jsonl');
  async function record(): Promise<LocalWeb> {
    const mode = { type: 'record' as const, file: file() };
    local = await startLocalWeb({ choice: { mode, limits: { maxRedirects: 2 } } });
    answerOn(local);
    return local;
  }
  async function replay(log = silentLog): Promise<OpenedWeb> {
    const choice = {
      mode: { type: 'replay' as const, file: file() },
      isTrusted: false,
      ownServers: [],
    };
    const settings = { cacheDirectory: folder('cache'), env: {}, log };
    const web = await openWeb(settings, choice, {
      resolve: () => assert.fail('a name was looked up'),
      dial: () => assert.fail('a connection was tried'),
      clock: { now: () => assert.fail('no time'), monotonic: () => assert.fail('no time') },
      sleep: () => assert.fail('a pause was made'),
      random: () => assert.fail('a dice was thrown'),
    });
    assert.ok(web);
    opened.push(web);
    return web;
  }

  it('gives the same outcomes, byte for byte, in the same order', async () => {
    const recorded = await record();
    const seen = await outcomes(recorded.web);
    await recorded.close();
    local = null;
    assert.ok(recorded.server.requests.length > 8);
    assert.deepEqual(seen.slice(3, 5).map(bodyOf), ['visit 1', 'visit 2']);
    assert.deepEqual(await outcomes((await replay()).forRollout()), seen);
  });

  it('starts anew for each rollout, and repeats the last outcome of a question', async () => {
    const recorded = await record();
    await outcomes(recorded.web);
    await recorded.close();
    local = null;
    const counted = Array.from({ length: 3 }, () => ({ url: 'http://site.example/counted' }));
    const recording = await replay();
    for (const rollout of [recording.forRollout(), recording.forRollout()]) {
      const seen = await outcomes(rollout, counted);
      assert.deepEqual(seen.map(bodyOf), ['visit 1', 'visit 2', 'visit 2']);
    }
  });

  it('keeps no cookies and no keys', async () => {
    const { web } = await record();
    const headers = {
      Authorization: 'Bearer key-1',
      'X-Subscription-Token': 'key-2',
      Cookie: 'key-3',
      Accept: 'text/html',
    };
    await outcome(web, { url: 'http://site.example/bytes', headers });
    await outcome(web, { url: 'http://site.example/empty?api_key=key-4&q=1&Access-Token=key-5' });
    const text = await readFile(file(), 'utf8');
    assert.doesNotMatch(text, /key-\d|very-secret/);
    assert.match(text, /api_key=hidden&q=1&Access-Token=hidden/);
    assert.match(text, /"accept":"text\/html"/);
  });

  it('finds a question again whose key has changed', async () => {
    const { web, server } = await record();
    server.answers.set('/counted?token=one', (_request, response) => response.end('yes'));
    await outcome(web, { url: 'http://site.example/counted?token=one' });
    const again = (await replay()).forRollout();
    const seen = await outcome(again, { url: 'http://site.example/counted?token=two' });
    assert.equal(bodyOf(seen), 'yes');
  });

  it('says what it has instead of what is asked', async () => {
    const { web } = await record();
    await outcomes(web);
    const again = (await replay()).forRollout();
    const asked: readonly (readonly [request: WebRequest, words: RegExp])[] = [
      [
        { url: 'http://site.example/byte' },
        /nearest address in it is http:\/\/site.example\/bytes/,
      ],
      [{ url: 'http://elsewhere.example/' }, /nearest address in it is http/],
      [{ url: 'http://api.example/search' }, /has this address with the method POST/],
      [
        { url: 'http://api.example/search', method: 'POST', body: '{"q":"third"}' },
        /with the text "{"q":"größe"}", not with the text "{"q":"third"}"/,
      ],
      [
        { url: 'http://api.example/search', method: 'POST' },
        /with the text "{"q":"größe"}", not with no text/,
      ],
    ];
    for (const [request, words] of asked) {
      const { problem, message } = await webErrorOf(
        again.fetch(request, new AbortController().signal),
      );
      assert.equal(problem, 'not-recorded');
      assert.match(message, words);
      assert.match(message, /web\.jsonl/);
    }
  });

  it('may be empty', async () => {
    await writeFile(file(), '');
    const web = (await replay()).forRollout();
    const error = await webErrorOf(
      web.fetch({ url: 'http://site.example/' }, new AbortController().signal),
    );
    assert.match(error.message, /recording is empty/);
  });

  it('is written by several at once without a line lost or mixed', async () => {
    const folders = [folder('one'), folder('two')];
    const webs = await Promise.all(
      folders.map((cacheDirectory) =>
        startLocalWeb({ cacheDirectory, choice: { mode: { type: 'record', file: file() } } }),
      ),
    );
    for (const web of webs) {
      answerOn(web);
      web.server.answers.set('/bytes', (_request, response) => response.end(bytes));
    }
    const asked = Array.from({ length: 20 }, (_, index) => ({
      url: `http://site${index}.example/bytes`,
    }));
    await Promise.all(webs.flatMap(({ web }) => asked.map((request) => outcome(web, request))));
    for (const web of webs) await web.close();
    const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n');
    const urls = lines.map(
      (line) => (JSON.parse(line) as { request: { url: string } }).request.url,
    );
    const wanted = asked.flatMap(({ url }) => [url, url]);
    assert.deepEqual(urls.sort(), wanted.sort());
    const again = (await replay()).forRollout();
    for (const request of asked) {
      const seen = await outcome(again, request);
      assert.deepEqual(bufferOf(seen), Buffer.from(bytes));
    }
  });

  it('does without an exchange whose end was never written, and goes on after it', async () => {
    const first = await record();
    await outcomes(first.web);
    await first.close();
    const whole = await readFile(file());
    await writeFile(file(), whole.subarray(0, whole.length - 40));
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    const last = questions.at(-1) ?? assert.fail();
    const torn = (await replay({ ...log, topic: () => log })).forRollout();
    assert.match(JSON.stringify(await outcome(torn, last)), /not-recorded/);
    assert.match(warnings.join(), /is no exchange and is left out/);

    const second = await record();
    const seen = await outcome(second.web, last);
    assert.deepEqual(await outcome((await replay()).forRollout(), last), seen);
  });

  it('is refused where it is no recording', async () => {
    await writeFile(file(), '{"version":1,"kind":"task"}\n');
    await assert.rejects(replay(), /web\.jsonl is no recording of web traffic \(line 1: /);
    await writeFile(file(), `${'x'.repeat(10)}\n`);
    await assert.rejects(replay(), /web\.jsonl is no recording.*--record/);
  });

  it('is refused where there is no file, and where none can be written', async () => {
    await assert.rejects(replay(), /There is no file/);
    await writeFile(folder('taken'), 'a file');
    const mode = { type: 'record' as const, file: path.join(folder('taken'), 'web.jsonl') };
    await assert.rejects(startLocalWeb({ choice: { mode } }), /cannot be written/);
  });

  it('that changes under a replay says so', async () => {
    const { web } = await record();
    await outcomes(web);
    const again = (await replay()).forRollout();
    const { length } = await readFile(file());
    await writeFile(file(), ' '.repeat(length));
    const fetched = again.fetch(questions[0] ?? assert.fail(), new AbortController().signal);
    await assert.rejects(fetched, /was changed while it was replayed/);
    await appendFile(file(), '\n');
  });

  it('does not answer whoever has given up', async () => {
    await writeFile(file(), '');
    const web = (await replay()).forRollout();
    const fetched = web.fetch({ url: 'http://site.example/' }, AbortSignal.abort());
    await assert.rejects(fetched, { name: 'AbortError' });
  });
});

function bufferOf(seen: unknown): Buffer {
  assert.ok(typeof seen === 'object' && seen !== null && 'body' in seen, JSON.stringify(seen));
  return Buffer.from(String(seen.body), 'base64');
}

function bodyOf(seen: unknown): string {
  return bufferOf(seen).toString();
}
