// The agents of a trace: each with the calls of models and tools that are its own, and not those of an agent that it called. Calls
// without an agent belong to the trace itself. Pure.
import { roleOf } from './otelNames.ts';
import type { OtlpSpan } from './otlpSpan.ts';

export interface TracedAgent {
  /** Null for what no agent did. */
  readonly agent: OtlpSpan | null;
  /** By their start. */
  readonly models: readonly OtlpSpan[];
  readonly tools: readonly OtlpSpan[];
}

export interface TracedAgents {
  readonly agents: readonly TracedAgent[];
  /** Spans that are none of these. */
  readonly others: readonly OtlpSpan[];
}

export function agentsOf(spans: readonly OtlpSpan[]): TracedAgents {
  const tree = new SpanTree(spans);
  const agents = new Map<OtlpSpan | null, { models: OtlpSpan[]; tools: OtlpSpan[] }>();
  const others: OtlpSpan[] = [];
  for (const span of tree.byStart) {
    const role = roleOf(span.attributes);
    const owner = tree.above(span, 'agent');
    if (role === 'agent') agents.set(span, agents.get(span) ?? { models: [], tools: [] });
    // A library that calls another one gives two spans for one call; the outer one tells of both.
    else if (role === 'other' || tree.above(span, role) !== null) others.push(span);
    else {
      const own = agents.get(owner) ?? { models: [], tools: [] };
      agents.set(owner, own);
      own[role === 'model' ? 'models' : 'tools'].push(span);
    }
  }
  const made = [...agents].map(([agent, own]) => ({ agent, ...own }));
  return { agents: made.filter(isUseful), others };
}

/** An agent that only called others, and a tool that nobody called, have nothing to show. */
function isUseful({ agent, models, tools }: TracedAgent): boolean {
  return models.length > 0 || (agent !== null && tools.length > 0);
}

class SpanTree {
  /** Each span once, the first of those with one id. */
  readonly byStart: readonly OtlpSpan[];
  readonly #byId: ReadonlyMap<string, OtlpSpan>;

  constructor(spans: readonly OtlpSpan[]) {
    this.#byId = new Map([...spans].reverse().map((span) => [span.spanId, span]));
    this.byStart = spans
      .filter((span) => this.#byId.get(span.spanId) === span)
      .sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
  }

  /** The nearest span above with that role, up to the next agent; null where there is none. */
  above(span: OtlpSpan, role: 'agent' | 'model' | 'tool'): OtlpSpan | null {
    const seen = new Set<OtlpSpan>([span]);
    for (let at = this.#parent(span); at !== null && !seen.has(at); at = this.#parent(at)) {
      const found = roleOf(at.attributes);
      if (found === role) return at;
      if (found === 'agent') return null;
      seen.add(at);
    }
    return null;
  }

  #parent({ parentId }: OtlpSpan): OtlpSpan | null {
    return parentId === null ? null : (this.#byId.get(parentId) ?? null);
  }
}
