// Whether this Node can run the product.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './say.mjs';

/** Stops with advice when Node is older than `engines.node` of package.json. */
export function checkNode(root, version = process.versions.node) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const least = manifest.engines.node.replace(/^>=/, '');
  if (compare(version, least) >= 0) return;
  throw new SetupError(
    `This is Node ${version}, and Tool-R1 needs ${least} or newer.\nInstall a current Node from https://nodejs.org, or with a version manager: nvm install 22`,
  );
}

function compare(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
