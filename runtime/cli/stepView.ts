// The parts of one step as lines for a terminal: code, tool calls, observation, and what to know about it. Pure.
import type { Observation, Recovery, Variable } from '../contract/observation.ts';
import type { Step } from '../contract/step.ts';
import type { ToolCall } from '../contract/tool.ts';
import { formatBytes } from '../support/formatBytes.ts';
import type { Palette } from './colour.ts';
import { truncate, wrapText } from './displayWidth.ts';
import { count, formatCall, formatDuration } from './format.ts';
import { PythonHighlight } from './pythonHighlight.ts';
import { sanitise } from './sanitise.ts';

export interface ViewOptions {
  readonly palette: Palette;
  /** Columns to fill; infinite on a pipe. */
  readonly columns: number;
  /** Show observations whole instead of their first lines. */
  readonly full: boolean;
}

const shownLines = 40;
const gutter = 5;

/** One line of code with its number. */
export function codeLine(
  number: number,
  line: string,
  highlight: PythonHighlight,
  palette: Palette,
): string {
  return `${palette.faint(`${String(number).padStart(gutter)}  `)}${highlight.line(sanitise(line))}`;
}

export function codeLines(code: string, palette: Palette): string[] {
  const highlight = new PythonHighlight(palette);
  return code.split('\n').map((line, index) => codeLine(index + 1, line, highlight, palette));
}

/** `→ inspect_file_as_text(file_path='a.pdf')  0.2 s`, with the error where it failed. */
export function toolCallLines(call: ToolCall, { palette, columns }: ViewOptions): string[] {
  const time = formatDuration(call.milliseconds);
  const text = sanitise(formatCall(call.name, call.arguments)).replaceAll('\n', ' ');
  const shown = truncate(text, columns - time.length - 8);
  const lines = [`  ${palette.accent('→')} ${shown}  ${palette.faint(time)}`];
  if (call.outcome === 'error') {
    const reason = sanitise(call.preview).replaceAll('\n', ' ');
    lines.push(`    ${palette.bad(truncate(reason, columns - 6))}`);
  }
  return lines;
}

/** The observation as the policy reads it, behind a bar. */
export function observationLines(observation: Observation, options: ViewOptions): string[] {
  const { palette, columns, full } = options;
  const paint = isBad(observation) ? palette.bad : (line: string) => line;
  const text = sanitise(observation.text).replace(/\s+$/, '');
  const lines = text === '' ? [] : wrapText(text, columns - 4);
  const limit = full ? Number.POSITIVE_INFINITY : shownLines;
  const kept = lines.slice(0, limit);
  const bar = palette.faint('│');
  const shown = kept.map((line) => `  ${bar} ${paint(line)}`.trimEnd());
  if (lines.length > kept.length) {
    const rest = count(lines.length - kept.length, 'more line');
    shown.push(`  ${bar} ${palette.faint(`… ${rest}`)}`);
  }
  return shown;
}

/** What a person should know about a step and cannot see from code and observation. */
export function noteLines(step: Step, options: ViewOptions): string[] {
  const { palette, columns } = options;
  const notes = [
    ...step.faults.map((fault) => `Format fault: ${fault.message}`),
    ...step.observation.warnings,
    ...recoveryNotes[step.observation.recovery],
    ...step.outputFiles.map(outputNote),
    ...shortenedNote(step.shortenedObservations),
  ];
  const violations = step.observation.violations.map(
    (name) => `Stopped by the seal: an attempt to reach outside the sandbox (${name})`,
  );
  const paintAll = (lines: string[], paint: (line: string) => string) =>
    lines.flatMap((note) =>
      wrapText(sanitise(note), columns - 4, '  ').map((line) => `  ${paint(line)}`),
    );
  return [...paintAll(violations, palette.bad), ...paintAll(notes, palette.caution)];
}

/** Times, tokens and new variables in one faint line. */
export function footLine(step: Step, { palette, columns }: ViewOptions): string {
  const parts = [`model ${formatDuration(step.reply.milliseconds)}`];
  if (step.reply.usage !== null) {
    parts.push(
      `${count(step.reply.usage.promptTokens, 'token')} in, ${step.reply.usage.completionTokens.toLocaleString('en')} out`,
    );
  }
  if (step.code !== null) parts.push(`Python ${formatDuration(step.sandboxMilliseconds)}`);
  const variables = step.variables.filter((variable) => variable.change !== 'unchanged');
  if (variables.length > 0) parts.push(`set ${variables.map(variableText).join(', ')}`);
  return `  ${palette.faint(truncate(sanitise(parts.join(' · ')), columns - 2))}`;
}

function variableText({ name, type, size }: Variable): string {
  if (size === null) return `${name} (${type})`;
  return `${name} (${type}, ${Array.isArray(size) ? size.join('x') : size})`;
}

function isBad(observation: Observation): boolean {
  switch (observation.kind) {
    case 'executed':
    case 'final-answer':
      return false;
    case 'no-code':
    case 'syntax-error':
    case 'refused':
    case 'python-error':
    case 'timeout':
    case 'aborted':
    case 'cancelled':
      return true;
  }
}

const recoveryNotes: Readonly<Record<Recovery, readonly string[]>> = {
  none: [],
  interrupted: ['The step was stopped; what it had assigned is kept.'],
  'rolled-back': ['The step was undone as a whole; variables are as they were before it.'],
  moved: ['A fresh sandbox took over; variables are as they were before the step.'],
  lost: ['A fresh sandbox took over; all variables are lost.'],
};

function outputNote(file: Step['outputFiles'][number]): string {
  if (file.refused !== null) return `Output file ${file.name} was refused: ${file.refused}`;
  return `Output file ${file.name}, ${formatBytes(file.bytes)}: ${file.path ?? 'not kept'}`;
}

function shortenedNote(steps: readonly number[]): string[] {
  if (steps.length === 0) return [];
  return [
    `To fit the model's context, the observations of these steps were shortened: ${steps.join(', ')}`,
  ];
}
