// Taking trajectories over that another program wrote: what a client asks of the runtime, and what comes of it.
import * as z from 'zod';

/** A program whose files can be imported. */
export const ImportFormat = z.object({
  id: z.string(),
  /** As a person calls it, for example `Inspect log`. */
  title: z.string(),
});
export type ImportFormat = z.infer<typeof ImportFormat>;

export const ImportNote = z.object({
  /** Place in the source, for example `line 3`. */
  where: z.string(),
  message: z.string(),
});
export type ImportNote = z.infer<typeof ImportNote>;

export const UnmappedField = z.object({
  /** In the source, `[]` for the elements of a list. */
  path: z.string(),
  /** Times that it held something. */
  count: z.int().positive(),
});
export type UnmappedField = z.infer<typeof UnmappedField>;

export const ImportedTrajectories = z.object({
  /** As a person calls the kind of file. */
  format: z.string(),
  trajectories: z.int().nonnegative(),
  steps: z.int().nonnegative(),
  /** Parts of the file that could not be used: the first of them, and how many. */
  problems: z.array(ImportNote),
  problemCount: z.int().nonnegative(),
  /** What was not as the format says, and how it was read: the first of them, and how many. */
  notes: z.array(ImportNote),
  noteCount: z.int().nonnegative(),
  /** Fields that no field of a trajectory holds, the most frequent first; their values are kept in the trajectories. */
  unmapped: z.array(UnmappedField),
});
export type ImportedTrajectories = z.infer<typeof ImportedTrajectories>;

export const importRequests = {
  /** Which program wrote a file: one, or those among which a person must choose. */
  'find-import-formats': {
    params: z.object({ file: z.string() }),
    result: z.object({ formats: z.array(ImportFormat).min(1) }),
  },
  /** Writes a file that is not there yet. How far it is, `work-progressed` tells by the call's id. */
  'import-trajectories': {
    params: z.object({
      from: z.string(),
      to: z.string(),
      /** Id of a format. */
      format: z.string(),
      callId: z.string(),
    }),
    result: ImportedTrajectories,
  },
} as const;
