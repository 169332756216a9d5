// Remembers that something was done for a state of files, so that a second start takes seconds.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A hash of the names and contents of files and of everything below folders.
 * @param {string} root
 * @param {readonly string[]} names below the root; one that is not there counts as absent
 * @param {readonly string[]} facts mixed in, such as the version of Node
 */
export async function hashFiles(root, names, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const name of names) {
    for (const file of await filesBelow(root, name)) {
      hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
    }
  }
  return hash.digest('hex');
}

/** True when the stamp file holds this hash. */
export async function isStamped(stampFile, hash) {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === hash;
}

export async function writeStamp(stampFile, hash) {
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, hash);
}

async function filesBelow(root, name) {
  const entries = await readdir(path.join(root, name), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries === null) return [name];
  const files = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === '__pycache__') continue;
    files.push(...(await filesBelow(root, path.join(name, entry.name))));
  }
  return files;
}
