// Takes comments and spaces out of a JavaScript file of a package; names stay, since some code looks at its own. The licences
// that stand in comments are in the notices.
import { readFile, writeFile } from 'node:fs/promises';
import * as esbuild from 'esbuild';

/** What was made small already, and an interpreter that is better left as it came. */
const untouched = /^pyodide\/|\.min\.[cm]?js$/;

/** @param {string} name below node_modules */
export function canShrink(name) {
  return /\.[cm]?js$/.test(name) && !untouched.test(name);
}

/**
 * @param {string} source
 * @param {string} target
 */
export async function shrinkModule(source, target) {
  const text = await readFile(source, 'utf8');
  const { code } = await esbuild.transform(text, {
    loader: 'js',
    target: 'esnext',
    minifyWhitespace: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
  });
  await writeFile(target, code.length < text.length ? code : text);
}
