// Checks as a person reads them: what was found, and below it what to do.
import type { HealthCheck } from '../contract/health.ts';
import { wrapText } from './displayWidth.ts';
import { count } from './format.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';

export function showChecks(terminal: Terminal, checks: readonly HealthCheck[]): void {
  for (const check of checks) showCheck(terminal, check);
  const number = (state: HealthCheck['state']) =>
    checks.filter((check) => check.state === state).length;
  terminal.line();
  terminal.line(
    `${number('pass')} passed, ${count(number('warn'), 'warning')}, ${number('fail')} failed`,
  );
}

const indent = '      ';

function showCheck(terminal: Terminal, { name, state, detail, advice }: HealthCheck): void {
  const { palette } = terminal;
  const paint = { pass: palette.good, warn: palette.caution, fail: palette.bad }[state];
  const lines = wrapText(sanitise(`${name}: ${detail}`), terminal.columns - indent.length);
  for (const [index, line] of lines.entries()) {
    terminal.line(`${index === 0 ? `${paint(state)}  ` : indent}${line}`);
  }
  if (advice === null) return;
  for (const line of wrapText(sanitise(advice), terminal.columns - indent.length)) {
    terminal.line(`${indent}${palette.faint(line)}`);
  }
}
