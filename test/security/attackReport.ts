// Writes down how each attack ended in each configuration, as a table for people.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Attack } from './attacks.ts';
import type { Ending, Strike } from './attackRange.ts';

export interface ReportedStrike {
  readonly attack: Attack;
  readonly strike: Strike;
}

/** One line with the number of attacks by how they ended. */
export function summarise(strikes: readonly ReportedStrike[]): string {
  const counts = new Map<Ending, number>();
  for (const { strike } of strikes) counts.set(strike.ending, (counts.get(strike.ending) ?? 0) + 1);
  const parts = [...counts].map(([ending, count]) => `${count} ${ending}`);
  return `${strikes.length} attacks: ${parts.join(', ')}`;
}

/** Writes a Markdown table and gives its path. */
export async function writeReport(
  title: string,
  strikes: readonly ReportedStrike[],
): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../.cache/security');
  await mkdir(folder, { recursive: true });
  const rows = strikes.map(({ attack, strike }) => {
    const reached = strike.evidence.length > 0 ? ` (REACHED: ${strike.evidence.join(', ')})` : '';
    return `| ${attack.kind} | ${attack.name} | ${strike.ending}${reached} |`;
  });
  const lines = [
    `# ${title}`,
    '',
    summarise(strikes),
    '',
    '| kind | attack | ending |',
    '|---|---|---|',
  ];
  const file = path.join(folder, `${title.replaceAll(/[^a-z0-9]+/gi, '-')}.md`);
  await writeFile(file, [...lines, ...rows, ''].join('\n'));
  return file;
}
