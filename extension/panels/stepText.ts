// A step as plain text, for a screen reader or for copying: everything that the page shows of it, in the order in which it
// happened.
import type { Step } from '../../runtime/contract/step.ts';
import type { StepView } from '../../runtime/contract/viewing.ts';

export function stepText({ step, clipped }: StepView): string {
  const parts = [
    `Step ${step.index}`,
    section('Thought', step.thought),
    section('Code', step.code ?? ''),
    section('Reply faults', step.faults.map(({ message }) => message).join('\n')),
    section('Tool calls', step.toolCalls.map(callText).join('\n')),
    section('Observation', observationText(step)),
    section('Refused', step.observation.refusals.map(({ message }) => message).join('\n')),
    section('Warnings', step.observation.warnings.join('\n')),
    section('Files written', step.outputFiles.map(fileText).join('\n')),
    section('Variables after the step', step.variables.map(variableText).join('\n')),
    section('Shortened here', clipped.map(clippedText).join('\n')),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === '' ? '' : `${title}\n${trimmed}`;
}

function callText({
  name,
  arguments: given,
  outcome,
  milliseconds,
}: Step['toolCalls'][number]): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  return `${name}(${JSON.stringify(given)}): ${outcome}, ${seconds} s`;
}

function observationText({ observation }: Step): string {
  const { error, text } = observation;
  if (error === null || text.includes(error.message)) return text;
  return `${text}\n${error.type}: ${error.message}`;
}

function fileText({ name, bytes, refused }: Step['outputFiles'][number]): string {
  return refused === null ? `${name}, ${bytes} bytes` : `${name}: not kept. ${refused}`;
}

function variableText({ name, type, preview, change }: Step['variables'][number]): string {
  return `${name} (${type}, ${change}): ${preview}`;
}

function clippedText({ field, characters }: StepView['clipped'][number]): string {
  return `${field} has ${characters} characters in all.`;
}
