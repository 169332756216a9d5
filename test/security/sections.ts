// Reads Python files that hold many pieces of code: each begins with a heading line, `#= HEADING` or `#! HEADING`. What stands
// above the first heading comes before each of the pieces.
import { readFileSync } from 'node:fs';

export interface Section {
  readonly mark: '=' | '!';
  readonly heading: string;
  readonly code: string;
}

export function readSections(file: string): readonly Section[] {
  const [shared = '', ...sections] = readFileSync(file, 'utf8').split(/^(?=#[=!] )/m);
  return sections.map((section) => {
    const [first = '', ...lines] = section.split('\n');
    return {
      mark: first.startsWith('#!') ? '!' : '=',
      heading: first.slice('#= '.length),
      code: `${shared}${lines.join('\n').trim()}\n`,
    };
  });
}
