// Files of installed packages that the program needs on a machine. An installed extension has them beside its bundles, chosen when
// it was packed; a checkout has whole packages, of which the ones below are taken with what they depend on.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import type { NodePlatform } from './platform.ts';

/** What the bundles load by name. The embedded language model is for desktops and stays here. */
const roots = [
  'pyodide',
  'onnxruntime-node',
  '@huggingface/transformers',
  '@hyzyla/pdfium',
  'pdfjs-dist',
  'tesseract.js',
  '@tesseract.js-data/eng',
  'sharp',
  'audio-decode',
];

/** Large parts that are for browsers, for people, or for an engine that is never chosen. */
const left = [
  /\.(map|md|ts|mts|cts|flow)$/,
  /^onnxruntime-web\//,
  /^tesseract\.js-core\/(?!package\.json$|index\.js$|tesseract-core-simd\.)/,
  /^tesseract\.js\/dist\//,
  /^pdfjs-dist\/(build|web|types|legacy\/web)\//,
  /^@huggingface\/transformers\/(src|types|dist\/transformers\.(web|min|js))/,
];

const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
});
type Manifest = z.infer<typeof Manifest>;

/** Paths below `modules`, sorted. */
export async function moduleFiles(modules: string, platform: NodePlatform): Promise<string[]> {
  const packages = new Set<string>();
  for (const name of roots) await addPackage(modules, name, platform, packages);
  const files = await Promise.all([...packages].map((name) => filesOf(modules, name)));
  return files
    .flat()
    .filter((file) => isForMachine(file, platform))
    .sort();
}

/** Whether a file of a package is of use on a machine of this kind. */
export function isForMachine(file: string, { os, cpu }: NodePlatform): boolean {
  if (left.some((pattern) => pattern.test(file))) return false;
  const binary = /^onnxruntime-node\/bin\/[^/]+\/([^/]+)\/([^/]+)\//.exec(file);
  return binary === null || (binary[1] === os && binary[2] === cpu);
}

async function addPackage(
  modules: string,
  name: string,
  platform: NodePlatform,
  found: Set<string>,
): Promise<void> {
  if (found.has(name)) return;
  const manifest = await readManifest(path.join(modules, name));
  if (manifest === null || !runsOn(manifest, platform)) return;
  found.add(name);
  const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const one of Object.keys(needed)) await addPackage(modules, one, platform, found);
}

/** Null where the package is not installed: an optional one. */
async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = parseJson(Manifest, text);
  return parsed.ok ? parsed.value : null;
}

export function runsOn(
  { os, cpu, libc }: Pick<Manifest, 'os' | 'cpu' | 'libc'>,
  platform: NodePlatform,
): boolean {
  return allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, 'glibc');
}

/** As npm reads such a list: absent means all, and `!name` all others. */
function allows(list: readonly string[] | undefined, name: string): boolean {
  if (list === undefined) return true;
  if (list.includes(`!${name}`)) return false;
  return list.includes(name) || list.every((entry) => entry.startsWith('!'));
}

async function filesOf(modules: string, name: string): Promise<string[]> {
  const entries = await readdir(path.join(modules, name), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(modules, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
}
