// Names of hosts that a person may want to choose from: those of their ssh configuration and of the hosts they have been to. A
// convenience for a list and nothing more: ssh itself decides what a name means.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const deepestInclude = 8;

/** @param home folder that `~` stands for. @returns sorted, each once; those of the configuration first */
export async function sshHostNames(home: string): Promise<string[]> {
  const folder = path.join(home, '.ssh');
  const configured = await hostsOf(path.join(folder, 'config'), home, 0);
  const known = knownHosts(await textOf(path.join(folder, 'known_hosts')));
  const names = sorted(configured);
  return [...names, ...sorted(known).filter((name) => !names.includes(name))];
}

async function hostsOf(file: string, home: string, depth: number): Promise<string[]> {
  if (depth > deepestInclude) return [];
  const names: string[] = [];
  for (const line of (await textOf(file)).split('\n')) {
    const [, keyword = '', rest = ''] = /^\s*(\w+)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line) ?? [];
    const words = rest.split(/\s+/).map((word) => word.replaceAll('"', ''));
    if (keyword.toLowerCase() === 'host') names.push(...words.filter(isName));
    if (keyword.toLowerCase() !== 'include') continue;
    for (const included of (await Promise.all(words.map((word) => expand(word, home)))).flat()) {
      names.push(...(await hostsOf(included, home, depth + 1)));
    }
  }
  return names;
}

/** A pattern in the last part of the path, as in `Include config.d/*`. */
async function expand(word: string, home: string): Promise<string[]> {
  const file = path.resolve(path.join(home, '.ssh'), word.replace(/^~(?=\/)/, home));
  const pattern = path.basename(file);
  if (!/[*?]/.test(pattern)) return [file];
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const names = await readdir(path.dirname(file)).catch(() => []);
  const matching = names.filter((name) => new RegExp(`^${expression}$`).test(name));
  return matching.sort().map((name) => path.join(path.dirname(file), name));
}

/** Hashed names cannot be read, and ones with a port in brackets are no names for ssh. */
function knownHosts(text: string): string[] {
  const firsts = text.split('\n').map((line) => line.split(' ')[0] ?? '');
  return firsts
    .flatMap((names) => names.split(','))
    .filter((name) => isName(name) && /^\w/.test(name));
}

/** Patterns, negations and names that ssh would take for an option are none. */
function isName(word: string): boolean {
  return word !== '' && !/[*?!|#@]/.test(word) && !word.startsWith('-');
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
