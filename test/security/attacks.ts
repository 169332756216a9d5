// Reads the attacks: Python files in `attacks/`, one for each kind of goal, with a heading line before each attack. `#!` heads
// an attack that reaches its goal in plain Pyodide and so proves that the suite can fail; `#=` heads the others. What stands above the first
// heading of a file comes before each of its attacks.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

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
const heading = /^#([=!]) (.+)$/;

/** All attacks, in the order of the files and of the lines. */
export function readAttacks(): readonly Attack[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.py'));
  return files.sort().flatMap((name) => attacksOf(name));
}

function attacksOf(file: string): Attack[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const [shared = '', ...sections] = text.split(/^(?=#[=!] )/m);
  return sections.map((section) => {
    const [head = '', ...lines] = section.split('\n');
    const [, mark, name] = heading.exec(head) ?? [];
    if (name === undefined) throw new Error(`${file} has no proper heading in: ${head}`);
    return {
      kind: path.basename(file, '.py'),
      name,
      worksInPlainPyodide: mark === '!',
      code: `${shared}${lines.join('\n').trim()}`,
    };
  });
}
