// Serves the viewer pages to a browser without VS Code, with a fake extension behind them. The address says what is shown:
// `/?theme=dark&route={"page":"list","query":{}}&rows=200000&brokenEvery=97&indexed=0.63`; the labelling pages are at `/label`,
// those of a training run at `/run`, the one that starts a training at `/start`,
// those of evaluations at `/eval`.
// Builds from the sources, so that no build has to be run before.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const themes = path.join(root, 'test/fixtures/themes');

/** The names of the theme files and the class that VS Code gives to the body. */
export const themeClasses = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  hc: 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
} as const;
export type Theme = keyof typeof themeClasses;

/** Each has a bundle of that name and a fake host. */
const panels = ['viewer', 'label', 'run', 'start', 'eval'] as const;

export interface PageServer {
  readonly address: string;
  /** Bytes of the built page, as it is packed. */
  readonly sizes: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

export async function startPageServer(port = 0): Promise<PageServer> {
  const files = await build();
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://page'), files, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const sizes = Object.fromEntries([...files].map(([name, text]) => [name, text.length]));
  return { address: addressOf(server), sizes, close: () => close(server) };
}

async function build(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [
      { in: path.join(root, 'webview/viewer.ts'), out: 'viewer' },
      { in: path.join(root, 'webview/theme/viewer.css'), out: 'viewer' },
      { in: path.join(root, 'test/page/browser/fakeHost.ts'), out: 'viewerHost' },
      { in: path.join(root, 'webview/label.ts'), out: 'label' },
      { in: path.join(root, 'webview/theme/label.css'), out: 'label' },
      { in: path.join(root, 'test/page/browser/label/fakeLabelHost.ts'), out: 'labelHost' },
      { in: path.join(root, 'webview/run.ts'), out: 'run' },
      { in: path.join(root, 'webview/theme/run.css'), out: 'run' },
      { in: path.join(root, 'test/page/browser/run/fakeRunHost.ts'), out: 'runHost' },
      { in: path.join(root, 'webview/start.ts'), out: 'start' },
      { in: path.join(root, 'webview/theme/start.css'), out: 'start' },
      { in: path.join(root, 'test/page/browser/start/fakeStartHost.ts'), out: 'startHost' },
      { in: path.join(root, 'webview/eval.ts'), out: 'eval' },
      { in: path.join(root, 'webview/theme/eval.css'), out: 'eval' },
      { in: path.join(root, 'test/page/browser/eval/fakeEvalHost.ts'), out: 'evalHost' },
    ],
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    minify: true,
    write: false,
    outdir: root,
    logLevel: 'warning',
  });
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
}

async function answer(
  url: URL,
  files: ReadonlyMap<string, Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  const name = url.pathname.slice(1);
  const theme = /^theme-([a-z-]+)\.css$/.exec(name)?.[1];
  const panel = panels.find((one) => one === (name === '' ? 'viewer' : name));
  if (panel !== undefined) {
    response.setHeader('content-security-policy', policy);
    send(response, 'text/html', page(url.searchParams.get('theme') ?? 'dark', panel));
  } else if (theme !== undefined && theme in themeClasses) {
    send(response, 'text/css', await readFile(path.join(themes, `${theme}.css`)));
  } else {
    const file = files.get(name);
    if (file === undefined) response.writeHead(404).end();
    else send(response, name.endsWith('.css') ? 'text/css' : 'text/javascript', file);
  }
}

/** As strict as the one that the extension writes. */
const policy = [
  "default-src 'none'",
  "script-src 'nonce-page'",
  "style-src 'self' 'nonce-page'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

function page(theme: string, panel: (typeof panels)[number]): string {
  const known = theme in themeClasses ? (theme as Theme) : 'dark';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<link rel="stylesheet" href="theme-${known}.css"><link rel="stylesheet" href="${panel}.css"></head>
<body class="${themeClasses[known]}" data-nonce="page"><script nonce="page" type="module" src="${panel}Host.js"></script>
<script nonce="page" type="module" src="${panel}.js"></script></body></html>`;
}

function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.setHeader('content-type', `${type}; charset=utf-8`);
  response.end(body);
}

function addressOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the page server has no port');
  return `http://127.0.0.1:${bound.port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
