// What the two kinds of Inspect logs have in common while they are read: the evaluation that all samples belong to, and what is
// told once at the end, because it is the same for each sample.
import * as z from 'zod';
import type { ForeignItem } from './foreignFormat.ts';
import type { InspectSample } from './inspectSample.ts';
import { inspectTrajectory } from './inspectTrajectory.ts';

const AnyObject = z.record(z.string(), z.unknown()).catch({});
const Text = z.string().nullable().catch(null);

export class InspectReading {
  #eval: Readonly<Record<string, unknown>> = {};
  readonly #ofLog = new Set<string>();
  readonly #events = new Map<string, number>();
  #otherModelCalls = 0;

  takeHeader(key: string, value: unknown): void {
    if (key === 'eval') this.#eval = withoutSampleList(AnyObject.parse(value));
    else if (key !== 'version' && key !== 'samples') this.#ofLog.add(key);
  }

  *finish(sample: InspectSample, where: string): Generator<ForeignItem> {
    const header = { model: Text.parse(this.#eval['model']), eval: this.#eval };
    const made = inspectTrajectory(sample, header);
    if (typeof made === 'string') {
      yield { kind: 'problem', where, message: made };
      return;
    }
    this.#otherModelCalls += made.otherModelCalls;
    for (const [kind, count] of sample.events.counts) {
      this.#events.set(kind, (this.#events.get(kind) ?? 0) + count);
    }
    yield { kind: 'trajectory', trajectory: made.trajectory };
  }

  *notes(): Generator<ForeignItem> {
    if (this.#ofLog.size > 0) {
      const fields = [...this.#ofLog].join(', ');
      yield { kind: 'note', where: fields, message: 'these tell of the whole log and stay in it' };
    }
    if (this.#otherModelCalls > 0)
      yield { kind: 'note', where: 'events', message: this.#otherCalls() };
    if (this.#events.size > 0) yield { kind: 'note', where: 'events', message: this.#ofEvents() };
  }

  #otherCalls(): string {
    return `${this.#otherModelCalls} calls of a model are in no conversation of a sample (other agents, graders or replies that were taken out) and stay in the log`;
  }

  #ofEvents(): string {
    const kinds = [...this.#events].map(([kind, count]) => `${count} ${kind}`).join(', ');
    return `times, tokens and tools were taken from the events; what else they tell stays in the log: ${kinds}`;
  }
}

/** The ids of all samples would stand in each trajectory. */
function withoutSampleList(
  evaluation: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const dataset = Object.entries(AnyObject.parse(evaluation['dataset']));
  const others = dataset.filter(([key]) => key !== 'sample_ids');
  return { ...evaluation, dataset: Object.fromEntries(others) };
}
