// The runs that are compared: one recipe, and what each of them switches on. Everything else is the same, so that a difference
// is one of the ingredient.

export const variants = [
  'vanilla',
  'queue',
  'queueAlone',
  'filter',
  'downSampling',
  'both',
] as const;
export type Variant = (typeof variants)[number];

interface VariantSettings {
  /** For a person, in a table or a chart. */
  readonly title: string;
  /** As `tool-r1 train --set` takes them. */
  readonly changes: readonly string[];
}

const queue = 'queue.enabled=true';
const filter = 'streakFilter.enabled=true';
const downSampling = 'downSampling.enabled=true';

export const settingsOf: Readonly<Record<Variant, VariantSettings>> = {
  vanilla: { title: 'GRPO alone', changes: [] },
  queue: {
    title: 'queue (Tool-R1)',
    changes: [queue, 'refill.enabled=true'],
  },
  queueAlone: { title: 'queue, no refill', changes: [queue] },
  filter: { title: 'filter only', changes: [filter] },
  downSampling: { title: 'down-sampling only', changes: [downSampling] },
  both: { title: 'both (efficient)', changes: [filter, downSampling] },
};

export function isVariant(name: string): name is Variant {
  return variants.some((variant) => variant === name);
}
