// What the policy reads after a step of the Tool-R1 dialect: its output first, then what went wrong and how to go on.
import type { OutputFile, PythonError } from '../../contract/observation.ts';
import type { ParsedReply, ParseFault, ParseFaultKind } from '../../contract/reply.ts';
import type { StepResult } from '../../sandbox/sandbox.ts';
import { shortenText } from '../shortenText.ts';
import { size } from './renderTools.ts';
import { codeAction } from './toolR1Text.ts';

/** Faults that left part of the reply unused, so that the policy must know of them though its code ran. */
const toldFaults: ReadonlySet<ParseFaultKind> = new Set([
  'invented-observation',
  'several-blocks',
  'text-after-terminator',
]);

/** The observation of a step whose code the sandbox took. */
export function observeResult(
  result: StepResult,
  maxCharacters: number,
  faults: readonly ParseFault[],
): string {
  const notes = [
    ...result.outputFiles.map(fileNote),
    ...result.warnings.map((warning) => `Note: ${warning}`),
    ...result.violations.map(
      (name) => `Note: an attempt to leave the sandbox was stopped (${name}).`,
    ),
    ...faults.filter(({ kind }) => toldFaults.has(kind)).map(({ message }) => `Note: ${message}`),
  ];
  const output = result.stdout.trimEnd();
  const tail = [...endOf(result, output !== ''), ...notes].join('\n');
  // How the step ended is short and matters most, so the output gives way first.
  const room = Math.max(maxCharacters - tail.length - 1, 0);
  const head = output === '' ? '' : shortenText(output, room);
  return shortenText([head, tail].filter((part) => part !== '').join('\n'), maxCharacters);
}

/** The observation after a reply without code that may run: what is missing, and the form to use. */
export function observeNoCode(parsed: ParsedReply): string {
  const problems = parsed.faults.map((fault) => fault.message).join(' ');
  return [
    `Nothing was run. ${problems}`,
    'Reply with a thought and one block in this form:',
    'Thought: what this step is to find out',
    codeAction('final_answer(value)  # or any other Python'),
  ].join('\n');
}

function endOf(result: StepResult, hasOutput: boolean): readonly string[] {
  const { outcome, value, error, refusals } = result;
  switch (outcome) {
    case 'executed':
      if (value !== null && value !== 'None') return [`Value of the last expression: ${value}`];
      return hasOutput ? [] : ['The code ran and printed nothing. Use print(...) to see a value.'];
    case 'final-answer':
      return ['The answer was handed in.'];
    case 'refused':
      return [
        'The code was refused; none of it ran.',
        ...refusals.map((refusal) => refusal.message),
      ];
    case 'syntax-error':
      return [...errorLines(error), 'None of the code ran.'];
    case 'python-error':
    case 'timeout':
    case 'aborted':
    case 'cancelled':
      return errorLines(error);
  }
}

/** The frames of the code itself where there are several, then `KeyError: 'kg' (line 3)`. */
function errorLines(error: PythonError | null): readonly string[] {
  if (error === null) return ['The step did not end normally.'];
  const frames = error.traceback.length > 1 || error.type === 'SyntaxError' ? error.traceback : [];
  const where = error.line === null ? '' : ` (line ${error.line})`;
  const [first = '', ...more] = error.message.split('\n');
  return [...frames, `${error.type}: ${first}${where}`, ...more];
}

function fileNote({ name, bytes, refused }: OutputFile): string {
  return refused === null
    ? `Written: /out/${name} (${size(bytes)})`
    : `Not kept: /out/${name}, ${refused}`;
}
