// What the program on a machine (agent.py) answers, by what was asked.
import * as z from 'zod';

/** The last message of a call. `kind` is one of agent.py's, such as `no-file` or `disk-full`. */
export const Answer = z.union([
  z.looseObject({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), kind: z.string(), message: z.string() }),
]);

/** A message before the last one. */
export const Event = z.looseObject({ event: z.string() });

export const HomeAnswer = z.object({
  host: z.string(),
  user: z.string(),
  home: z.string(),
  folder: z.string(),
  python: z.object({ path: z.string(), version: z.string() }),
  system: z.string(),
  architecture: z.string(),
});

const Entry = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'other']),
  bytes: z.number(),
  changedAt: z.number(),
});

export const LookAnswer = z.object({
  entries: z.record(z.string(), z.array(Entry).nullable()),
  files: z.array(z.object({ path: z.string(), stamp: z.string(), text: z.string() })),
  /** Their bytes follow each other in the body. */
  growth: z.array(
    z.object({
      path: z.string(),
      from: z.number(),
      length: z.number(),
      size: z.number().nullable(),
      generation: z.string(),
    }),
  ),
  alive: z.record(z.string(), z.boolean()),
  now: z.number(),
});

export const FileAnswer = z.object({ size: z.number(), stamp: z.string() });
export const ChecksumAnswer = z.object({ sha256: z.string() });
/** `have`: bytes from an earlier attempt. `whole`: the file is there already, with this content. */
export const UploadAnswer = z.object({ have: z.number(), whole: z.boolean() });
export const UploadedAnswer = z.object({ whole: z.boolean() });
export const ProgramAnswer = z.object({ code: z.number().nullable() });
export const NoAnswer = z.object({});
