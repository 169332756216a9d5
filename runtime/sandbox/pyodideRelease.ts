// What the installed Pyodide says of itself: its version and its list of packages with their checksums. The list ships in
// the npm package that the lock file of this project pins, so its checksums can be trusted.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { failure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';

const LockedPackage = z.looseObject({
  name: z.string(),
  version: z.string(),
  file_name: z.string().regex(/^[A-Za-z0-9._+-]+\.whl$/),
  /** Lower-case hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  depends: z.array(z.string()),
  /** Top-level modules that the package brings. */
  imports: z.array(z.string()),
});
export type LockedPackage = z.infer<typeof LockedPackage>;

const Lock = z.looseObject({
  info: z.looseObject({ python: z.string(), abi_version: z.string() }),
  packages: z.record(z.string(), z.unknown()),
});

export interface PyodideRelease {
  /** For example `314.0.7`. */
  readonly version: string;
  /** A package by its normalised name, or null when the release has none of that name. */
  findPackage(name: string): LockedPackage | null;
}

/**
 * @param pyodideDirectory the installed npm package
 * @throws FailureError `sandbox/broken-pyodide` when its files are missing or not what they should be
 */
export async function readPyodideRelease(pyodideDirectory: string): Promise<PyodideRelease> {
  const manifest = await readChecked(
    z.looseObject({ version: z.string().regex(/^[0-9A-Za-z.+-]+$/) }),
    path.join(pyodideDirectory, 'package.json'),
  );
  const lock = await readChecked(Lock, path.join(pyodideDirectory, 'pyodide-lock.json'));
  return {
    version: manifest.version,
    findPackage: (name) => LockedPackage.safeParse(lock.packages[name]).data ?? null,
  };
}

async function readChecked<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
): Promise<z.output<Schema>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw brokenPyodide(file, 'it cannot be read', error);
  });
  const parsed = parseJson(schema, text);
  if (!parsed.ok) throw brokenPyodide(file, parsed.problem);
  return parsed.value;
}

function brokenPyodide(file: string, problem: string, cause?: unknown): Error {
  return failure(
    'sandbox',
    'broken-pyodide',
    `${file} is not usable (${problem}). Install the packages of this project again.`,
    cause,
  );
}
