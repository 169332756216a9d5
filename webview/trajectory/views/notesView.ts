// What a person should know about a step and cannot see from its code and output: what was lost in reading, warnings, how
// the namespace came through, files written, faults of form, what the model did not get to read.
import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../../runtime/contract/step.ts';
import { byteSize, wholeNumber } from '../../format/numbers.ts';
import { icon, type IconName } from '../../icons.ts';
import { visibleText } from '../../text/visibleText.ts';
import { readingNotes } from './readingNotes.ts';
import type { StepDesk } from './stepDesk.ts';
import { recoveryWords } from './statusWords.ts';
import type { StepInput } from './wells.ts';

interface Note {
  readonly icon: IconName;
  readonly tone: string;
  readonly content: string | TemplateResult;
}

export function notesView({ step, clipped, desk }: StepInput): TemplateResult | typeof nothing {
  const notes = [
    ...violationNotes(step),
    ...faultNotes(step),
    ...warningNotes(step),
    ...readingNotes(step).map(readingLine),
    ...step.outputFiles.map((file) => fileNote(file, desk)),
    ...cutNotes(step, clipped.get('observation.stdout')),
  ];
  if (notes.length === 0) return nothing;
  return html`<ul class="notes">
    ${notes.map(
      ({ icon: name, tone, content }) =>
        html`<li class="note">
          ${icon(name, tone)}<span
            >${typeof content === 'string' ? visibleText(content) : content}</span
          >
        </li>`,
    )}
  </ul>`;
}

function violationNotes({ observation }: Step): Note[] {
  return observation.violations.map((name) => ({
    ...{ icon: 'warning', tone: 'bad' },
    content: `An attempt to reach outside the sandbox was stopped (${name}).`,
  }));
}

function faultNotes({ faults }: Step): Note[] {
  return faults.map(({ message }) => ({
    ...{ icon: 'warning', tone: 'warn' },
    content: `Form of the reply: ${message}`,
  }));
}

function warningNotes({ observation }: Step): Note[] {
  const recovery = recoveryWords[observation.recovery];
  const all = recovery === '' ? observation.warnings : [recovery, ...observation.warnings];
  return all.map((content) => ({ icon: 'warning', tone: 'warn', content }));
}

function readingLine({ file, text }: ReturnType<typeof readingNotes>[number]): Note {
  return { icon: 'info', tone: '', content: file === null ? text : `${file}: ${text}` };
}

function fileNote(
  { name, bytes, path, refused }: Step['outputFiles'][number],
  desk: StepDesk,
): Note {
  if (refused !== null) {
    return {
      ...{ icon: 'refused', tone: 'warn' },
      content: `The file ${name} was not kept: ${refused}`,
    };
  }
  const shown = `${visibleText(name)}, ${byteSize(bytes)}`;
  if (path === null)
    return { icon: 'file', tone: '', content: `Wrote ${shown}; no copy was kept.` };
  return {
    ...{ icon: 'file', tone: '' },
    content: html`Wrote
      <button type="button" class="link" @click=${() => desk.act.openFile(path)}>
        ${visibleText(name)}</button
      >, ${byteSize(bytes)}`,
  };
}

function cutNotes({ observation, shortenedObservations }: Step, characters?: number): Note[] {
  const notes: string[] = [];
  const { stdout, stdoutCut } = observation;
  if (stdoutCut > 0) {
    const length = characters ?? stdout.length;
    const [kept, whole] = [length, length + stdoutCut].map(wholeNumber);
    notes.push(
      `${kept ?? ''} of ${whole ?? ''} characters of output were kept; the middle was cut.`,
    );
  }
  if (shortenedObservations.length > 0) {
    const steps = shortenedObservations.join(', ');
    notes.push(`To fit the context of the model it read a shortened output of step ${steps}.`);
  }
  return notes.map((content) => ({ icon: 'info', tone: '', content }));
}
