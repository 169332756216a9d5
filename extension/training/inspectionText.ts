// What a machine has for training and what it lacks, as a text to read. Pure.
import type { HealthCheck } from '../../runtime/contract/health.ts';
import type { MachineFacts } from '../../runtime/contract/machine.ts';
import { gibWords } from '../views/trainingWords.ts';

const marks: Readonly<Record<HealthCheck['state'], string>> = {
  pass: '✓ fits    ',
  warn: '! limited ',
  fail: '✗ missing ',
};
const indent = ' '.repeat(marks.pass.length);

export function inspectionText(
  machine: string,
  facts: MachineFacts,
  checks: readonly HealthCheck[],
): string {
  return [
    `Training on ${machine}`,
    '',
    `${facts.user} on ${facts.host}, ${facts.system} ${facts.architecture}, ${facts.cores} cores, ${gibWords(facts.memoryBytes)} of memory`,
    ...facts.gpus.map(
      ({ index, name, driver, memoryTotalMib }) =>
        `GPU ${index}: ${name}${memoryTotalMib === null ? '' : `, ${Math.round(memoryTotalMib / 1024)} GiB`}, driver ${driver}`,
    ),
    `Everything is kept in ${facts.folder}`,
    '',
    ...checks.flatMap(lines),
    '"Tool-R1: Check Training Machine" looks again.',
    '',
  ].join('\n');
}

function lines({ name, state, detail, advice }: HealthCheck): string[] {
  return [
    `${marks[state]}${name}`,
    `${indent}${detail}`,
    ...(advice === null ? [] : [`${indent}What to do: ${advice}`]),
    '',
  ];
}
