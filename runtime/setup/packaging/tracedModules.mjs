// Which modules of node_modules the bundles reach, found by following their imports with esbuild. Nothing is written.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { isNeeded, startedByPath } from './assets.mjs';

/**
 * @param {string} root of the project
 * @param {string} dist holds the bundles and lies below the root
 * @returns {Promise<string[]>} paths below node_modules, sorted
 */
export async function tracedModules(root, dist) {
  const bundles = (await readdir(dist, { recursive: true }))
    .filter((name) => name.endsWith('.mjs') && !path.basename(name).startsWith('chunk-'))
    .map((name) => path.join(dist, name));
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [...bundles, ...startedByPath],
    outdir: path.join(dist, 'never-written'),
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    loader: { '.node': 'empty', '.wasm': 'empty' },
    plugins: [standIns(root), onlyInstalled],
  });
  return Object.keys(metafile.inputs)
    .filter((file) => file.startsWith('node_modules/'))
    .map((file) => file.slice('node_modules/'.length))
    .filter(isNeeded)
    .sort();
}

/** The package of the native ONNX runtime is replaced by one on WebAssembly, so its imports are followed instead. */
const standIns = (root) => ({
  name: 'stand-ins',
  setup(build) {
    build.onResolve({ filter: /^onnxruntime-node$/ }, ({ kind }) =>
      build.resolve('onnxruntime-web', { kind, resolveDir: root }),
    );
  },
});

const resolvedHere = Symbol('resolved here');

/** Optional packages that are not installed, and those of platforms, are passed over. */
const onlyInstalled = {
  name: 'only-installed',
  setup(build) {
    build.onResolve({ filter: /.*/ }, async ({ path: wanted, pluginData, ...rest }) => {
      if (pluginData === resolvedHere || rest.kind === 'entry-point') return undefined;
      const found = await build.resolve(wanted, { ...rest, pluginData: resolvedHere });
      if (found.errors.length > 0) return { path: wanted, external: true };
      return found.external ? { path: wanted, external: true } : { path: found.path };
    });
  },
};
