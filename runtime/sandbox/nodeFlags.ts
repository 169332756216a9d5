// How a kernel process is started on this machine: which flags this Node knows, and whether Linux gives it a network of its own.
// Found by asking and by trying; nothing is assumed from a version or a platform alone.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tryMilliseconds = 10_000;

/** The permission model was renamed when it became stable. */
const permissionFlags = ['--permission', '--experimental-permission'] as const;

/** A heap of one interpreter lies outside of this; it is for JavaScript objects of the process. */
const baseFlags = [
  '--no-warnings',
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=512',
] as const;

export interface LaunchPlan {
  readonly nodePath: string;
  /** The flag that switches the permission model on; null where this Node has none. */
  readonly permissionFlag: string | null;
  /** What to start before Node so that it has no network; empty where that does not work. */
  readonly isolator: readonly string[];
}

export async function planLaunch(nodePath: string): Promise<LaunchPlan> {
  const [permissionFlag, isolator] = await Promise.all([
    findPermissionFlag(nodePath),
    findIsolator(),
  ]);
  return { nodePath, permissionFlag, isolator };
}

/** Program and arguments that run `entry` with no more rights than reading the given folders and files. */
export function launchCommand(
  plan: LaunchPlan,
  entry: string,
  readable: readonly string[],
): { readonly program: string; readonly args: string[] } {
  const permissions =
    plan.permissionFlag === null
      ? []
      : [
          plan.permissionFlag,
          '--allow-worker',
          ...readable.map((path) => `--allow-fs-read=${path}`),
        ];
  const args = [...baseFlags, ...permissions, entry];
  const [isolator, ...isolatorArgs] = plan.isolator;
  return isolator === undefined
    ? { program: plan.nodePath, args }
    : { program: isolator, args: [...isolatorArgs, plan.nodePath, ...args] };
}

/** What a process must still be told: how Electron behaves as Node, and where Windows keeps its libraries. */
export function launchEnvironment(): Record<string, string> {
  const kept: Record<string, string> = {};
  if (process.versions['electron'] !== undefined) kept['ELECTRON_RUN_AS_NODE'] = '1';
  const systemRoot = process.env['SystemRoot'];
  if (process.platform === 'win32' && systemRoot !== undefined) kept['SystemRoot'] = systemRoot;
  return kept;
}

async function findPermissionFlag(nodePath: string): Promise<string | null> {
  // This very program says what it knows, which spares starting it once more.
  if (nodePath === process.execPath) {
    const known = permissionFlags.find((flag) => process.allowedNodeEnvironmentFlags.has(flag));
    if (known !== undefined) return known;
  }
  for (const flag of permissionFlags) {
    if (await works(nodePath, [flag, '--allow-worker', '--version'])) return flag;
  }
  return null;
}

async function findIsolator(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  return (await works('unshare', ['-rn', 'true'])) ? ['unshare', '-rn'] : [];
}

async function works(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await run(program, [...args], {
      timeout: tryMilliseconds,
      env: { ...launchEnvironment(), PATH: process.env['PATH'] ?? '' },
    });
    return true;
  } catch {
    return false;
  }
}
