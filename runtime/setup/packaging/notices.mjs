// The licences of everything that a package holds of others, in one text as their licences ask.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * One text after the other.
 * @param {readonly string[]} folders of packages
 */
export async function noticesOf(folders) {
  const parts = await Promise.all(folders.map(notice));
  return parts.map((part) => `${part}\n\n`).join('');
}

async function notice(folder) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((name) =>
    /^(licen[cs]e|copying|notice)/i.test(name),
  );
  const texts = await Promise.all(files.sort().map((name) => textOf(path.join(folder, name))));
  const title = `${manifest.name} ${manifest.version} (${licenceOf(manifest)})`;
  return [title, '='.repeat(title.length), ...texts.filter(Boolean)].join('\n');
}

function licenceOf({ license, licenses }) {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(', ') ?? 'see its text';
}

/** Empty for a folder of licences, which some packages have beside the file. */
async function textOf(file) {
  return (await readFile(file, 'utf8').catch(() => '')).trim();
}
