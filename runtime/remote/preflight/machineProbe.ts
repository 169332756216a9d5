// What machine_facts.py prints on a machine, parsed. Nothing of it is believed to be more than a text from elsewhere.
import * as z from 'zod';
import { failure } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';

const Said = z.object({ code: z.int().nullable(), out: z.string(), err: z.string() });
/** What a program said; the exit code is null when it did not end by itself. */
export type Said = z.infer<typeof Said>;

const Smi = z.object({
  cards: Said,
  processes: Said.nullable(),
  /** By process id. */
  owners: z.record(
    z.string(),
    z.object({ user: z.string().nullable(), run: z.string().nullable() }),
  ),
});
export type SmiAnswer = z.infer<typeof Smi>;

const Program = z.object({ path: z.string(), version: z.string() });
export type FoundProgram = z.infer<typeof Program>;

export const MachineProbe = z.object({
  version: z.literal(1),
  host: z.string(),
  user: z.string(),
  home: z.string(),
  folder: z.string(),
  system: z.string(),
  architecture: z.string(),
  libc: z.string().nullable(),
  cores: z.int().positive(),
  memory: z.object({ total: z.number(), free: z.number() }),
  disk: z.object({
    total: z.number(),
    free: z.number(),
    freeFiles: z.number().nullable(),
    /** Mounted so that no program of it can be run. */
    isNoExec: z.boolean(),
  }),
  sharedMemory: z.number().nullable(),
  python: Program,
  /** Others that might hold the trainer. */
  pythons: z.array(Program),
  node: z.array(Program),
  uv: z.array(Program),
  /** Named by the environment of the account. */
  trainerPython: z.string().nullable(),
  wheels: z.string().nullable(),
  /** What hindered a real write; null when it went well. */
  writeProblem: z.string().nullable(),
  ports: z.array(z.int().positive()),
  nvidia: Smi.nullable(),
  /** Seconds since 1970 by its clock. */
  now: z.number(),
});
export type MachineProbe = z.infer<typeof MachineProbe>;

/** @throws FailureError `remote/unsuitable` when the machine printed something else */
export function readProbe(printed: string): MachineProbe {
  // Something that Python loads at its start may print too; the facts are the last line.
  const parsed = parseJson(MachineProbe, printed.trimEnd().split('\n').at(-1) ?? '');
  if (parsed.ok) return parsed.value;
  throw failure(
    'remote',
    'unsuitable',
    `The machine answered something else than what it has (${parsed.problem}). Check that its Python starts without a message.`,
  );
}
