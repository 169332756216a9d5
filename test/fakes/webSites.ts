// Sites of a small web on loopback: a site with pages and a PDF, a Wikipedia, a web archive and a SearXNG, each a server of its own
// that answers in the real form. What was asked is written down.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pdfOfTexts } from './pdfFiles.ts';

export interface LocalSite {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `127.0.0.1:PORT` */
  readonly server: string;
  /** Path and query of each request, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

interface Page {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** Null for 404. */
type Answer = (url: URL) => Page | null;

export interface WebSites {
  readonly site: LocalSite;
  readonly wikipedia: LocalSite;
  readonly archive: LocalSite;
  readonly searxng: LocalSite;
  /** Variables of a process that is to ask these. */
  readonly env: Readonly<Record<string, string>>;
  /** How many requests there were, of all together. */
  requests(): number;
  close(): Promise<void>;
}

export async function startWebSites(): Promise<WebSites> {
  const pdf = await pdfOfTexts([[{ text: 'Harbour dues: 42 crowns a boat', x: 50, y: 60 }]]);
  const site = await startSite((url) => sitePage(url, pdf));
  const wikipedia = await startSite(wikipediaAnswer);
  const archive: LocalSite = await startSite((url) => archiveAnswer(url, archive.origin));
  const searxng = await startSite((url) => searxngAnswer(url, site.origin));
  const all = [site, wikipedia, archive, searxng];
  return {
    site,
    wikipedia,
    archive,
    searxng,
    env: {
      TOOL_R1_WIKIPEDIA_URL: `${wikipedia.origin}/{lang}`,
      TOOL_R1_ARCHIVE_URL: archive.origin,
      TOOL_R1_SEARCH: searxng.origin,
      TOOL_R1_WEB_SERVERS: site.server,
    },
    requests: () => all.reduce((sum, { asked }) => sum + asked.length, 0),
    close: async () => {
      for (const one of all) await one.close();
    },
  };
}

const html = (body: string): Page => ({ type: 'text/html; charset=utf-8', body });
const json = (body: unknown): Page => ({ type: 'application/json', body: JSON.stringify(body) });

function sitePage({ pathname }: URL, pdf: Uint8Array): Page | null {
  if (pathname === '/dues.pdf') return { type: 'application/pdf', body: pdf };
  if (pathname !== '/keepers') return null;
  const prose = 'The lighthouse stands at the end of the wall and was lit every evening. '.repeat(
    4,
  );
  return html(`<!doctype html><html><head><title>Keepers</title></head><body>
    <nav><a href="/">Home</a></nav><main><p>${prose}</p><p>The first keeper was Ysolde Marsh.</p></main></body></html>`);
}

function wikipediaAnswer({ pathname }: URL): Page | null {
  if (pathname === '/en/w/rest.php/v1/search/page') {
    const excerpt = '<span class="searchmatch">Io</span> is a moon of Jupiter';
    const more = { matched_title: null, description: 'moon of Jupiter', thumbnail: null };
    return json({ pages: [{ id: 15043, key: 'Io_(moon)', title: 'Io (moon)', excerpt, ...more }] });
  }
  if (pathname !== '/en/w/rest.php/v1/page/Io_(moon)/html') return null;
  return html(`<!DOCTYPE html><html prefix="mw: http://mediawiki.org/rdf/"><head><title>Io (moon)</title></head>
    <body class="mw-body-content"><table class="infobox"><tr><th>Mean radius</th><td>1821.6 km</td></tr></table>
    <p><b>Io</b> is the innermost of the four moons that <a rel="mw:WikiLink" href="./Galileo">Galileo</a> saw.</p></body></html>`);
}

function archiveAnswer({ pathname, searchParams }: URL, origin: string): Page | null {
  if (pathname === '/wayback/available') {
    const url = `${origin}/web/20210616101112/http://news.example/`;
    const closest = { status: '200', available: true, url, timestamp: '20210616101112' };
    return json({ url: searchParams.get('url'), archived_snapshots: { closest } });
  }
  if (pathname !== '/web/20210616101112id_/http://news.example/') return null;
  return html(
    '<html><head><title>News</title></head><body><p>The wall was built in 1887.</p></body></html>',
  );
}

function searxngAnswer({ pathname, searchParams }: URL, site: string): Page | null {
  if (pathname !== '/search' || searchParams.get('format') !== 'json') return null;
  const result = { title: 'Keepers', content: 'Who kept the light', engine: 'mojeek', score: 1 };
  const results = [{ ...result, url: `${site}/keepers`, publishedDate: null }];
  return json({ query: searchParams.get('q'), number_of_results: 0, results, answers: [] });
}

async function startSite(answer: Answer): Promise<LocalSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    send(answer(new URL(path, 'http://local')), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { origin: `http://${host}`, server: host, asked, close: () => closeServer(server) };
}

function send(page: Page | null, response: ServerResponse): void {
  if (page === null) response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
  else response.writeHead(200, { 'content-type': page.type }).end(page.body);
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
