// What packages load by path while they run, which no tracing of imports finds, and what of them is left out. Everything else
// of a package that nothing imports stays behind.

/** Files and folders below each package, beside the modules that are imported. */
export const assets = {
  pyodide: ['pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'],
  '@hyzyla/pdfium': ['dist/pdfium.wasm'],
  'pdfjs-dist': ['cmaps', 'standard_fonts', 'wasm', 'iccs'],
  '@tesseract.js-data/eng': ['4.0.0_best_int/eng.traineddata.gz'],
  'tesseract.js-core': ['tesseract-core-simd.wasm'],
  'onnxruntime-web': ['dist/ort-wasm-simd-threaded.mjs', 'dist/ort-wasm-simd-threaded.wasm'],
  'node-llama-cpp': ['llama/binariesGithubRelease.json', 'llama/llama.cpp.info.json'],
};

/** Modules that are started by path: workers, and what a library loads when it is first used. */
export const startedByPath = [
  'pyodide/pyodide.mjs',
  'pdfjs-dist/legacy/build/pdf.worker.mjs',
  'tesseract.js/src/worker-script/node/index.js',
];

/** Traced modules that never run, or would not be worth their weight. */
const neverRun = [
  // Its worker takes one engine of Tesseract; the others are for web pages and for processors without SIMD.
  /^tesseract\.js-core\/(?!tesseract-core-simd\.js$)/,
  // Music of trackers holds no speech.
  /^@audio\/decode-mod\//,
  // Packages with native code come from the lock file, for the platform of the package.
  /^@node-llama-cpp\//,
];

/** Small modules of our own in the place of large ones. */
export const replaced = {
  // The engine for newer processors is no faster at this, and as large again.
  'tesseract.js-core/tesseract-core-relaxedsimd.js':
    "module.exports = require('./tesseract-core-simd.js');\n",
  // pdf.js looks for a canvas of 30 MB. Here it only reads texts, which takes that these names exist; pages are drawn by PDFium.
  '@napi-rs/canvas/package.json': '{ "name": "@napi-rs/canvas", "main": "noCanvas.js" }\n',
  '@napi-rs/canvas/noCanvas.js':
    'module.exports = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };\n',
};

/** @param {string} file below node_modules */
export function isNeeded(file) {
  return !file.endsWith('.node') && !neverRun.some((pattern) => pattern.test(file));
}

/**
 * Files of a platform's package that are left out. The language engine has one library for each generation of processors and
 * takes the best that the machine can run: these are enough, and the plain one for all others.
 */
export function isKeptOfPlatform(file) {
  const generation = /\/libggml-cpu-([\w.]+)\.so$|\/ggml-cpu-(\w+)\.dll$/.exec(file);
  if (generation === null) return !/\.(md|ts|map|h|hpp|lib|exp|pdb)$/.test(file);
  return keptGenerations.has(generation[1] ?? generation[2]);
}

const keptGenerations = new Set([
  ...['x64', 'haswell', 'alderlake', 'icelake'],
  ...['armv8.0_1', 'armv8.2_1', 'armv8.2_2', 'armv8.6_1'],
]);
