// One sample of an Inspect log, put together from its parts: events are digested one by one, the rest is kept until the end,
// because the texts that the messages refer to come last.
import * as z from 'zod';
import { withAttachments } from './inspectAttachments.ts';
import { InspectEvents } from './inspectEvents.ts';

const AnyObject = z.record(z.string(), z.unknown()).catch({});

export class InspectSample {
  readonly events = new InspectEvents();
  readonly #fields: Record<string, unknown> = {};

  /** Nothing of it could be read. */
  get isEmpty(): boolean {
    return Object.keys(this.#fields).length === 0;
  }

  /** Takes the part at that place of the sample. */
  take([key]: readonly (string | number)[], value: unknown): void {
    if (key === 'events') this.events.take(value);
    else if (key === 'transcript') this.#takeTranscript(AnyObject.parse(value));
    else if (key !== undefined) this.#fields[key] = value;
  }

  /** Logs of the first versions hold events and attachments in one field. */
  #takeTranscript({ events, content }: Readonly<Record<string, unknown>>): void {
    for (const event of z.array(z.unknown()).catch([]).parse(events)) this.events.take(event);
    this.#fields['attachments'] = content;
  }

  /** All but events and attachments, with every attachment in its place. */
  fields(): Readonly<Record<string, unknown>> {
    const fields = Object.entries(this.#fields).filter(([key]) => key !== 'attachments');
    return AnyObject.parse(this.resolved(Object.fromEntries(fields)));
  }

  /** The value with every attachment in its place. */
  resolved(value: unknown): unknown {
    return withAttachments(value, AnyObject.parse(this.#fields['attachments']));
  }

  /** A text that may be the name of an attachment. */
  text(text: string): string {
    return String(this.resolved(text));
  }
}
