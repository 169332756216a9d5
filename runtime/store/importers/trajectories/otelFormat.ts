// Traces of OpenTelemetry as OTLP JSON (what the file exporter of its collector writes: one document a line, or one alone): the
// spans of generative AI in them, in OpenTelemetry's own words or in those of OpenInference.
import type { ForeignFormat, ForeignItem } from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';
import { agentsOf } from './otelAgents.ts';
import { readTraces, type OtelTrace } from './otelTraces.ts';
import { otelTrajectory } from './otelTrajectory.ts';
import type { OtlpSpan } from './otlpSpan.ts';

export const otelFormat: ForeignFormat = {
  id: 'otel',
  title: 'OpenTelemetry traces (OTLP JSON)',
  patterns: ['*.json', '*.jsonl'],
  detect(_file, head) {
    return headPaths(head).has('resourceSpans');
  },
  read: readAgents,
};

async function* readAgents(file: string, signal: AbortSignal): AsyncGenerator<ForeignItem> {
  const others = new Map<string, number>();
  for await (const item of readTraces(file, signal)) {
    if (item.kind === 'trace') yield* itemsOf(item, others);
    else yield item;
  }
  if (others.size > 0) yield { kind: 'note', where: 'spans', message: leftIn(others) };
}

function* itemsOf(trace: OtelTrace, others: Map<string, number>): Generator<ForeignItem> {
  const traced = agentsOf(trace.spans);
  for (const span of traced.others) count(others, span);
  for (const agent of traced.agents) {
    yield { kind: 'trajectory', trajectory: otelTrajectory(agent, trace.resource) };
  }
}

/** Names with a number or an id in them would each stand alone. */
function count(others: Map<string, number>, { name }: OtlpSpan): void {
  const general = name.split(/[\s/:]/)[0] ?? '';
  others.set(general, (others.get(general) ?? 0) + 1);
}

const mostNamed = 20;

function leftIn(others: ReadonlyMap<string, number>): string {
  const sorted = [...others].sort(([, one], [, other]) => other - one);
  const named = sorted.slice(0, mostNamed).map(([name, times]) => `${times} ${name}`);
  const more = sorted.length > mostNamed ? ` and ${sorted.length - mostNamed} more kinds` : '';
  return `these are no agent, model or tool, or repeat one, and stay in the file: ${named.join(', ')}${more}`;
}
