// Identifiers that appear in files, in events and on the command line. Everything else imports them from here.
import * as z from 'zod';

/** Letters, digits, dot, underscore and hyphen, so that an id can be a file name on every platform. */
export const Id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'an id has letters, digits, ".", "_" and "-" only');
export type Id = z.infer<typeof Id>;

/** A moment, ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime();
export type Timestamp = z.infer<typeof Timestamp>;
