// Reads steps of a trajectory for a viewer, clipped, and the whole text of a field that was clipped.
import type { Step } from '../../contract/step.ts';
import type { StepView } from '../../contract/viewing.ts';
import { HumanError } from '../../support/errors.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { stepView, textAt } from './clipText.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

/** More are not given at once; a viewer asks for those that it shows. */
const mostSteps = 500;

export interface FieldOfStep {
  readonly row: number;
  readonly step: number;
  readonly field: string;
}

export class StepReader {
  readonly #source: RecordSource;
  readonly #index: TrajectoryIndex;
  /** The field that was read last, because long ones are read slice by slice. */
  #last: { readonly key: string; readonly text: string } | null = null;

  constructor(source: RecordSource, index: TrajectoryIndex) {
    this.#source = source;
    this.#index = index;
  }

  /** Steps `from` to `to` that are there, at most 500. */
  async steps(row: number, from: number, to: number): Promise<StepView[]> {
    const steps: Step[] = [];
    for (const [step, record] of this.#index.records.stepRecords(row)) {
      if (step < from || step > to) continue;
      if (steps.length === mostSteps) break;
      const found = await this.#read(record);
      if (found !== null) steps.push(found);
    }
    return steps.map(stepView);
  }

  /** @throws HumanError when the step has no such text */
  async text({ row, step, field }: FieldOfStep): Promise<string> {
    const record = this.#index.records.stepRecords(row).get(step);
    const key = `${record} ${field}`;
    if (this.#last?.key === key) return this.#last.text;
    const found = record === undefined ? null : await this.#read(record);
    const text = found === null ? null : textAt(found, field);
    if (text === null) {
      throw new HumanError(`Step ${step} of ${this.#index.id(row)} has no text ${field}.`);
    }
    this.#last = { key, text };
    return text;
  }

  async #read(record: number): Promise<Step | null> {
    const [line] = await this.#source.readBytes([this.#index.records.place(record)]);
    const parsed = line === undefined ? null : this.#source.parse(line);
    return parsed?.kind === 'step-ended' ? parsed.step : null;
  }
}
