// The attacks: Python files in `attacks/`, one for each kind of goal. `#!` heads an attack that reaches its goal in plain Pyodide
// and so proves that the suite can fail; `#=` heads the others.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readSections } from './sections.ts';

export interface Attack {
  /** File without its ending, for example `network`. */
  readonly kind: string;
  /** What is tried, unique in its kind. */
  readonly name: string;
  /** Reaches its goal in plain Pyodide, with the host's folders mounted. */
  readonly worksInPlainPyodide: boolean;
  readonly code: string;
}

const folder = path.join(import.meta.dirname, 'attacks');

/** All attacks, in the order of the files and of the lines. */
export function readAttacks(): readonly Attack[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.py'));
  return files.sort().flatMap((name) =>
    readSections(path.join(folder, name)).map(({ mark, heading, code }) => ({
      kind: path.basename(name, '.py'),
      name: heading,
      worksInPlainPyodide: mark === '!',
      code,
    })),
  );
}
