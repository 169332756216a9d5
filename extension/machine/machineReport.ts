// What works on this machine and what does not, as a text to read. Pure.
import type { HealthCheck } from '../../runtime/contract/requests.ts';

const marks: Readonly<Record<HealthCheck['state'], string>> = {
  pass: '✓ works   ',
  warn: '! limited ',
  fail: '✗ fails   ',
};
const indent = ' '.repeat(marks.pass.length);

export function machineReport(checks: readonly HealthCheck[]): string {
  return [
    'What works on this machine',
    '',
    summary(checks),
    '',
    ...checks.flatMap(lines),
    '"Tool-R1: Check This Machine" tries everything again.',
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
