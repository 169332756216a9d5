// One tool that other agents may call: what it is called, what it takes, and what it does. Each is written against its own schema;
// `doorTool` gives it the form in which all of them are kept, where input is checked on arrival.
import type * as z from 'zod';
import type { DoorConfirmation } from '../contract/doors.ts';
import type { DoorToolName } from '../contract/doorToolName.ts';
import { HumanError } from '../support/errors.ts';
import { check } from '../support/parseJson.ts';
import type { DoorCallOptions, DoorHost, DoorPlace } from './doorHost.ts';

interface DoorToolFacts {
  readonly name: DoorToolName;
  /** For a person. */
  readonly title: string;
  /** For the agent that may call it: what it gives, in which size, and what to call next. */
  readonly description: string;
  /** `reads` changes nothing; `runs` spends time and tokens and adds files; `stops` ends what goes on. */
  readonly effect: 'reads' | 'runs' | 'stops';
}

interface OwnDoorTool<Schema extends z.ZodObject> extends DoorToolFacts {
  readonly input: Schema;
  /** What is being done, for a person who waits. */
  readonly activity: (input: z.output<Schema>) => string;
  /** What a person is asked. Needed by every tool that does more than read. */
  readonly confirmation?: (input: z.output<Schema>, host: DoorPlace) => Promise<DoorConfirmation>;
  /**
   * Answers as text for an agent.
   * @throws HumanError for a wish that cannot be met
   */
  readonly call: (
    input: z.output<Schema>,
    host: DoorHost,
    options: DoorCallOptions,
  ) => Promise<string>;
}

export interface DoorTool extends DoorToolFacts {
  readonly input: z.ZodObject;
  /** @throws HumanError when the input is wrong */
  readonly activity: (input: unknown) => string;
  /** Null for a tool that only reads. */
  readonly confirmation: (input: unknown, host: DoorPlace) => Promise<DoorConfirmation | null>;
  readonly call: (input: unknown, host: DoorHost, options: DoorCallOptions) => Promise<string>;
}

export function doorTool<Schema extends z.ZodObject>(own: OwnDoorTool<Schema>): DoorTool {
  const { name, title, description, effect, input: schema } = own;
  const parse = (raw: unknown): z.output<Schema> => {
    const parsed = check(schema, raw ?? {});
    if (parsed.ok) return parsed.value;
    throw new HumanError(`The input of ${name} is wrong: ${parsed.problem}.`);
  };
  return {
    ...{ name, title, description, effect, input: schema },
    activity: (raw) => own.activity(parse(raw)),
    confirmation: async (raw, host) => (await own.confirmation?.(parse(raw), host)) ?? null,
    call: async (raw, host, options) => {
      options.signal.throwIfAborted();
      return own.call(parse(raw), host, options);
    },
  };
}
