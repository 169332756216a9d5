// What works on this machine and what does not, as a text to read. Pure.
import type { HealthCheck } from '../../runtime/contract/health.ts';

const marks: Readonly<Record<HealthCheck['state'], string>> = {
  pass: '✓ works   ',
  warn: '! limited ',
  fail: '✗ fails   ',
};
const indent = ' '.repeat(marks.pass.length);

/** @param program the file of the program for terminals, for people who have the extension alone */
export function machineReport(checks: readonly HealthCheck[], program: string): string {
  return [
    'What works on this machine',
    '',
    summary(checks),
    '',
    ...checks.flatMap(lines),
    ...(checks.some(namesProgram) ? forTerminals(program) : []),
    '"Tool-R1: Check This Machine" tries everything again.',
    '',
  ].join('\n');
}

function namesProgram({ advice }: HealthCheck): boolean {
  return advice?.includes('tool-r1 ') === true;
}

function forTerminals(program: string): string[] {
  return [
    'What begins with "tool-r1" is for a terminal. The extension brings that program along;',
    'where it is not installed, write this in its place:',
    `${indent}node "${program}"`,
    '',
  ];
}

function lines({ name, state, detail, advice }: HealthCheck): string[] {
  return [
    `${marks[state]}${name}`,
    `${indent}${detail}`,
    ...(advice === null ? [] : [`${indent}What to do: ${advice}`]),
    '',
  ];
}

function summary(checks: readonly HealthCheck[]): string {
  const failing = checks.filter(({ state }) => state === 'fail').length;
  const limited = checks.filter(({ state }) => state === 'warn').length;
  if (failing === 0 && limited === 0) return 'Everything that was tried works.';
  const parts = [
    `${checks.length - failing - limited} of ${checks.length} checks pass`,
    ...(limited === 0 ? [] : [`${limited} ${limited === 1 ? 'is' : 'are'} limited`]),
    ...(failing === 0 ? [] : [`${failing} ${failing === 1 ? 'fails' : 'fail'}`]),
  ];
  return `${parts.join(', ')}.`;
}
