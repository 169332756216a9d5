// One run of SWE-agent, put together from the parts of its file: its steps without the conversation that each repeats, the history
// that holds the conversation once, and the rest.
import * as z from 'zod';
import { check, parseJson } from '../../../support/parseJson.ts';
import type { ForeignItem } from './foreignFormat.ts';

const Text = z.string().nullish().catch(null);
const Message = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  action: Text,
  is_demo: z.boolean().nullish().catch(null),
  tool_calls: z.unknown().optional(),
  thinking_blocks: z.unknown().optional(),
});
export type SweAgentMessage = z.infer<typeof Message>;

const Step = z.looseObject({
  action: Text,
  observation: Text,
  response: Text,
  thought: Text,
  execution_time: z.number().nonnegative().nullish().catch(null),
});
export type SweAgentStep = z.infer<typeof Step>;

/** Both names of the conversation that was sent to the model, the older one last. */
const repeated = ['query', 'messages'] as const;
const Messages = z.array(Message).catch([]);
const AnyObject = z.record(z.string(), z.unknown());

export class SweAgentRun {
  readonly steps: SweAgentStep[] = [];
  /** Everything beside steps and history, by key. */
  readonly rest: Record<string, unknown> = {};
  #history: unknown = null;
  #lastRepeat: unknown = null;
  #repeats = 0;

  /** A run that broke off may have none; then what its last step repeats is the conversation. */
  get history(): readonly SweAgentMessage[] {
    return Messages.parse(this.#history ?? this.#lastRepeat);
  }

  /** Takes the part at that place of the run. Returns why it is none. */
  take(keys: readonly (string | number)[], value: unknown): string | null {
    const [key] = keys;
    if (key === 'trajectory') return this.#takeStep(value);
    if (key === 'history') this.#history = value;
    else if (key === 'replay_config') this.rest[key] = objectOf(value);
    else this.rest[String(key)] = value;
    return null;
  }

  *notes(): Generator<ForeignItem> {
    if (this.#repeats === 0) return;
    const message = `the conversation that ${this.#repeats} steps repeat was left out, because the history has it`;
    yield { kind: 'note', where: 'trajectory', message };
  }

  #takeStep(value: unknown): string | null {
    const step = check(Step, value);
    if (!step.ok) return `no step of SWE-agent: ${step.problem}`;
    const slim: SweAgentStep = { ...step.value };
    for (const key of repeated) {
      if (slim[key] === undefined) continue;
      this.#repeats += 1;
      this.#lastRepeat = slim[key];
      Reflect.deleteProperty(slim, key);
    }
    this.steps.push(slim);
    return null;
  }
}

/** Some versions write the settings as the text of their JSON. */
function objectOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(AnyObject, value);
  return parsed.ok ? parsed.value : value;
}
