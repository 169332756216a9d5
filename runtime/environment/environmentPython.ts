// The Python of the environments: objects whose state a task is about, and the session that the host drives them by.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Each file may use names of those before it. */
const files = ['fileSystem.py', 'bookingDesk.py', 'session.py'] as const;

/** The source as one text. `folder` holds the files; in a build that is `environment` beside the bundles. */
export function readEnvironmentPython(folder: string): string {
  return files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n\n');
}

/** Modules that the source imports, whatever the recipe lets a policy import. */
export const environmentImports: readonly string[] = ['datetime', 'json'];
