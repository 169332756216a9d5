// The texts of a step that a page shows and that can be looked through, in the order of the page. Pure.
import type { Step } from '../../../runtime/contract/step.ts';
import type { StepText } from '../find/findText.ts';
import { stepRow } from '../../../runtime/contract/stepSummary.ts';
import { callText } from './pythonText.ts';
import { outcomeOf } from './statusWords.ts';

export function stepTexts(step: Step): StepText[] {
  const { observation } = step;
  return [
    { field: 'thought', text: step.thought },
    { field: 'code', text: step.code ?? '' },
    ...step.toolCalls.flatMap((call) => [
      { field: `toolCalls.${call.index}`, text: callText(call.name, call.arguments) },
      { field: `toolCalls.${call.index}.preview`, text: call.preview },
    ]),
    { field: 'observation.stdout', text: observation.stdout },
    { field: 'observation.value', text: observation.value ?? '' },
    { field: 'trouble', text: troubleText(step) },
  ].filter(({ text }) => text !== '');
}

/** What went wrong, as the page says it: refusals, or the error with its frames. */
export function troubleText({ observation, code }: Step): string {
  const { refusals, error, kind, text } = observation;
  if (refusals.length > 0 && kind === 'refused') {
    return refusals.map(({ message }) => message).join('\n');
  }
  if (error !== null) {
    const frames = error.traceback.length > 1 || kind === 'syntax-error' ? error.traceback : [];
    const at = frames.length > 0 || error.line === null ? [] : [lineText(error.line, code)];
    const message = error.message === '' ? error.type : `${error.type}: ${error.message}`;
    return [...at, ...frames, message].join('\n');
  }
  return kind === 'no-code' || kind === 'aborted' ? text : '';
}

/** `Line 4: approved = [...]`. */
function lineText(line: number, code: string | null): string {
  const source = code?.split('\n')[line - 1]?.trim() ?? '';
  return source === '' ? `Line ${line}` : `Line ${line}: ${source}`;
}

/** One of the texts by its name; empty when the step has none. */
export function fieldText(step: Step, field: string): string {
  return stepTexts(step).find((one) => one.field === field)?.text ?? '';
}

/** `Step 3: KeyError`, for screen readers. */
export function stepWords(step: Step): string {
  return `Step ${step.index}: ${outcomeOf(stepRow(step)).words}.`;
}
