// Builds every bundle into dist/. `node esbuild.mjs` builds once, `--watch` rebuilds on change, `--minify` is for the package,
// which also names another folder by `--out=DIR` and a file for the names of what was bundled by `--inputs=FILE`.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const watch = process.argv.includes('--watch');
const minify = process.argv.includes('--minify');
const out = valueOf('out') ?? 'dist';
const inputsFile = valueOf('inputs');

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
  metafile: true,
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
      viewWorker: 'runtime/store/viewing/viewWorker.ts',
    },
    outdir: out,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    banner: requireBanner,
    // Parts that are imported when needed become files of their own, so that `tool-r1 --help` loads none of them.
    splitting: true,
    chunkNames: 'chunk-[hash]',
  },
  // The sandbox process is built without the banner: `require` must not exist in its realm.
  {
    ...node,
    entryPoints: {
      sandboxChild: 'runtime/sandbox/sandboxChild.ts',
      sandboxWorker: 'runtime/sandbox/sandboxWorker.ts',
    },
    outdir: `${out}/sandbox`,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  },
  // Small in every build, because it is loaded into the editor's own process.
  {
    ...node,
    minify: true,
    entryPoints: {
      extension: 'extension/extension.ts',
      parts: 'extension/parts.ts',
      training: 'extension/training/training.ts',
      doors: 'extension/doors/doors.ts',
      importing: 'extension/importing/importing.ts',
    },
    outdir: out,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // The editor gives `vscode` to what is required, not to what is imported.
    supported: { 'dynamic-import': false },
    plugins: [
      { name: 'parts', setup: keepPartsApart },
      { name: 'no-json-schema', setup: leaveOutJsonSchema },
    ],
  },
  // The pages run in the editor's Chromium.
  {
    entryPoints: [
      { in: 'webview/viewer.ts', out: 'viewer' },
      { in: 'webview/theme/viewer.css', out: 'viewer' },
      { in: 'webview/label.ts', out: 'label' },
      { in: 'webview/theme/label.css', out: 'label' },
      { in: 'webview/run.ts', out: 'run' },
      { in: 'webview/theme/run.css', out: 'run' },
      { in: 'webview/start.ts', out: 'start' },
      { in: 'webview/theme/start.css', out: 'start' },
      { in: 'webview/eval.ts', out: 'eval' },
      { in: 'webview/theme/eval.css', out: 'eval' },
    ],
    outdir: `${out}/webview`,
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    sourcemap: minify ? false : 'linked',
    minify,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  },
];

await mkdir(`${out}/sandbox`, { recursive: true });
await cp('runtime/sandbox/kernel', `${out}/sandbox/kernel`, { recursive: true });
await cp('runtime/environment/python', `${out}/environment`, { recursive: true });
await rm(`${out}/trainer`, { recursive: true, force: true });
await cp('runtime/trainer', `${out}/trainer`, { recursive: true, filter: isOfTrainer });
await mkdir(`${out}/remote/link`, { recursive: true });
for (const file of ['agent.py', 'askpass.mjs']) {
  await cp(`runtime/remote/link/${file}`, `${out}/remote/link/${file}`);
}
if (watch) {
  const contexts = await Promise.all(builds.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  const results = await Promise.all(builds.map((options) => esbuild.build(options)));
  await removeOldChunks(results);
  if (inputsFile !== null) await writeFile(inputsFile, JSON.stringify(inputsOf(results)));
}

/** Leaves the imports of the extension's later bundles where they are, as files beside the importing one. */
function keepPartsApart(build) {
  build.onResolve({ filter: /\/(parts|training|doors|importing)\.ts$/ }, ({ path: name, kind }) =>
    kind === 'dynamic-import'
      ? { path: `./${path.basename(name, '.ts')}.cjs`, external: true }
      : null,
  );
}

/** zod writes JSON Schemas, too, which the extension never asks for: a fifteenth of its code. */
function leaveOutJsonSchema(build) {
  const filter = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
  build.onLoad({ filter }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
}

/** The Python that runs, without its tests and what its tools keep. */
function isOfTrainer(file) {
  const name = path.basename(file);
  return !['tests', '__pycache__', 'pyproject.toml'].includes(name) && !name.startsWith('.');
}

/** The value of `--name=value`; null when it was not given. */
function valueOf(name) {
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length) ?? null;
}

/** Paths of every file that went into a bundle. */
function inputsOf(results) {
  return [...new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)))].sort();
}

/** Chunks are named by their content, so a build leaves the ones of the build before it behind. */
async function removeOldChunks(results) {
  const outputs = results.flatMap(({ metafile }) => Object.keys(metafile.outputs));
  const written = new Set(outputs.map((file) => path.resolve(file)));
  for (const name of await readdir(out)) {
    const file = path.resolve(out, name);
    if (name.startsWith('chunk-') && !written.has(file)) await rm(file);
  }
}
