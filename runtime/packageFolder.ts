// Where packages of node_modules lie, for what is read from them without being loaded.
import { createRequire } from 'node:module';
import path from 'node:path';

/** @param file one that the package lets others see */
export function packageFolder(file: string): string {
  return path.dirname(createRequire(import.meta.url).resolve(file));
}
