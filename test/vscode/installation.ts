// Where the VS Code builds and the browser of the tests are. Installs what is missing, which takes minutes the first time.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const Build = z.object({ vscode: z.string(), node: z.string(), server: z.string() });

/** One version of VS Code: the Node that runs it and the file of its server. */
export type Build = z.infer<typeof Build>;

const Installation = z.object({ chromium: z.string(), builds: z.tuple([Build, Build]) });
export type Installation = z.infer<typeof Installation>;

export const projectRoot = path.resolve(import.meta.dirname, '../..');

const program = path.join(import.meta.dirname, 'install', 'prepareVscode.mjs');

let found: Promise<Installation> | null = null;

/** Asks once in a process; the first build is the oldest that the product admits, the second the newest. */
export function installation(): Promise<Installation> {
  found ??= prepare();
  return found;
}

/** `oldest`, `newest` or a version such as `1.100.3`. */
export async function findBuild(name: string): Promise<Build> {
  const { builds } = await installation();
  const [oldest, newest] = builds;
  if (name === 'oldest') return oldest;
  if (name === 'newest') return newest;
  const build = builds.find(({ vscode }) => vscode === name);
  if (build !== undefined) return build;
  const known = builds.map(({ vscode }) => vscode).join(', ');
  throw new Error(
    `No VS Code ${name} is installed for the tests. Choose oldest, newest or ${known}.`,
  );
}

async function prepare(): Promise<Installation> {
  const running = promisify(execFile)(process.execPath, [program], { encoding: 'utf8' });
  running.child.stderr?.pipe(process.stderr);
  const { stdout } = await running;
  return Installation.parse(JSON.parse(stdout));
}
