// What the events of an Inspect sample say beyond its messages: when each reply and each call was made, how long it took, how many
// tokens it had and which tools there were. Events repeat the conversation, so nothing else of them is kept in memory.
import * as z from 'zod';
import type { Usage } from '../../../contract/reply.ts';
import { inspectMessages, type InspectMessage } from './inspectMessages.ts';

const Text = z.string().nullish().catch(null);
const Seconds = z.number().nullish().catch(null);
const Tokens = z.int().nonnegative().catch(0);
const EventUsage = z.looseObject({ input_tokens: Tokens, output_tokens: Tokens });
const Output = z.looseObject({
  choices: z.array(z.looseObject({ message: z.unknown().optional() })).catch([]),
  usage: EventUsage.nullish().catch(null),
  time: Seconds,
});
const Event = z.looseObject({
  event: z.string(),
  timestamp: Text,
  completed: Text,
  working_time: Seconds,
  id: Text,
  tools: z.array(z.unknown()).catch([]),
  output: Output.nullish().catch(null),
  message: Text,
  error: z.unknown().optional(),
});
type Event = z.infer<typeof Event>;

/** One call of a model. */
export interface ModelCall {
  /** What its message can be found by: its id and those of what it calls. */
  readonly ids: readonly string[];
  /** What it can be found by in a log without ids; it may be the name of an attachment. */
  readonly text: string;
  readonly usage: Usage | null;
  readonly startedAt: string | null;
  readonly milliseconds: number | null;
}

export interface ToolRun {
  readonly isFailed: boolean;
  readonly milliseconds: number | null;
}

export class InspectEvents {
  readonly models: ModelCall[] = [];
  /** By the id of the call. */
  readonly tools = new Map<string, ToolRun>();
  /** The tools that the model was told of last. */
  definitions: readonly unknown[] = [];
  /** How many there were of each kind. */
  readonly counts = new Map<string, number>();
  first: string | null = null;
  last: string | null = null;
  /** Why the sample was stopped, in Inspect's words. */
  limitMessage: string | null = null;

  take(value: unknown): void {
    const read = Event.safeParse(value);
    const kind = read.success ? read.data.event : 'unknown';
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (!read.success) return;
    const event = read.data;
    this.first ??= event.timestamp ?? null;
    this.last = event.completed ?? event.timestamp ?? this.last;
    if (kind === 'model') this.#takeModel(event);
    if (kind === 'tool' && event.id != null) this.#takeTool(event.id, event);
    if (kind === 'sample_limit') this.limitMessage = event.message ?? null;
  }

  #takeTool(id: string, event: Event): void {
    this.tools.set(id, { milliseconds: spent(event), isFailed: event.error != null });
  }

  #takeModel(event: Event): void {
    if (event.tools.length > 0) this.definitions = event.tools;
    const [message] = inspectMessages([event.output?.choices[0]?.message], '').messages;
    if (message === undefined) return;
    this.models.push({
      ids: messageIds(message),
      text: message.content,
      usage: usageOf(event.output?.usage ?? null),
      startedAt: event.timestamp ?? null,
      milliseconds: spent(event),
    });
  }
}

/** Of a reply and of what it calls. */
export function messageIds({ id, calls }: InspectMessage): string[] {
  return [id, ...calls.map((call) => call.id)].flatMap((one) => one ?? []);
}

function spent({ output, working_time: working, timestamp, completed }: Event): number | null {
  const seconds = output?.time ?? working;
  if (seconds != null) return Math.max(0, seconds * 1000);
  const milliseconds = Date.parse(completed ?? '') - Date.parse(timestamp ?? '');
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}

function usageOf(usage: z.infer<typeof EventUsage> | null): Usage | null {
  if (usage === null) return null;
  return { promptTokens: usage.input_tokens, completionTokens: usage.output_tokens };
}
