// Builds every bundle into dist/. `node esbuild.mjs` builds once, `--watch` rebuilds on change, `--minify` is for the package.
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const watch = process.argv.includes('--watch');
const minify = process.argv.includes('--minify');

/** Packages that stay in node_modules: they load files of their own (WebAssembly, workers, native code) by path. */
const external = [
  'vscode',
  'pyodide',
  'node-llama-cpp',
  'onnxruntime-node',
  '@huggingface/transformers',
  '@hyzyla/pdfium',
  'pdfjs-dist',
  'tesseract.js',
  'sharp',
  'audio-decode',
];

const node = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: minify ? false : 'linked',
  minify,
  external,
  logLevel: 'warning',
};

/** CommonJS packages inside an ES module bundle still call require; this gives them one. */
const requireBanner = {
  js: "import { createRequire as toolR1CreateRequire } from 'node:module'; const require = toolR1CreateRequire(import.meta.url);",
};

const builds = [
  {
    ...node,
    entryPoints: {
      cli: 'runtime/cli.ts',
      main: 'runtime/main.ts',
      documentWorker: 'runtime/documents/documentWorker.ts',
    },
    outdir: 'dist',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    banner: requireBanner,
    // Parts that are imported when needed become files of their own, so that `tool-r1 --help` loads none of them.
    splitting: true,
    chunkNames: 'chunk-[hash]',
    metafile: true,
  },
  // The sandbox process is built without the banner: `require` must not exist in its realm.
  {
    ...node,
    entryPoints: {
      sandboxChild: 'runtime/sandbox/sandboxChild.ts',
      sandboxWorker: 'runtime/sandbox/sandboxWorker.ts',
    },
    outdir: 'dist/sandbox',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  },
  {
    ...node,
    entryPoints: { extension: 'extension/extension.ts' },
    outdir: 'dist',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
  },
  // The pages run in the editor's Chromium.
  {
    entryPoints: [
      { in: 'webview/viewer.ts', out: 'viewer' },
      { in: 'webview/theme/viewer.css', out: 'viewer' },
    ],
    outdir: 'dist/webview',
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    sourcemap: minify ? false : 'linked',
    minify,
    legalComments: 'none',
    logLevel: 'warning',
  },
];

await mkdir('dist/sandbox', { recursive: true });
await cp('runtime/sandbox/kernel', 'dist/sandbox/kernel', { recursive: true });
if (watch) {
  const contexts = await Promise.all(builds.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  const results = await Promise.all(builds.map((options) => esbuild.build(options)));
  await removeOldChunks(results);
}

/** Chunks are named by their content, so a build leaves the ones of the build before it behind. */
async function removeOldChunks(results) {
  const written = new Set(results.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {})));
  for (const name of await readdir('dist')) {
    const file = path.posix.join('dist', name);
    if (name.startsWith('chunk-') && !written.has(file)) await rm(file);
  }
}
