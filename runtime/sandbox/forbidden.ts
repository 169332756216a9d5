// Tries from inside a kernel process what its flags should make impossible. Only facts: what they mean is said by guarantees.ts.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { ProbeAttempts } from './workerProtocol.ts';

const connectMilliseconds = 1500;

export interface ForbiddenTargets {
  readonly forbiddenFile: string;
  readonly port: number;
}

type Attempt = ProbeAttempts[string];

export async function tryForbidden(targets: ForbiddenTargets): Promise<ProbeAttempts> {
  return {
    read: attempt(() => readFileSync(targets.forbiddenFile).length > 0),
    write: attempt(() => {
      writeFileSync(path.join(path.dirname(targets.forbiddenFile), 'written'), '');
      return true;
    }),
    spawn: attempt(() => spawnSync(process.execPath, ['--version']).error === undefined),
    addon: attempt(() => {
      process.dlopen({ exports: {} }, targets.forbiddenFile);
      return true;
    }, isPermissionError),
    codeFromStrings: attempt(() => {
      const make: unknown = Reflect.get(globalThis, 'Function');
      return (
        typeof make === 'function' && typeof Reflect.construct(make, ['return 1']) === 'function'
      );
    }),
    environment: attempt(() => Object.keys(process.env).some((name) => !knownVariables.has(name))),
    network: await connect(targets.port),
  };
}

/** Set by Node, by Electron or by the start of the process itself. */
const knownVariables = new Set([
  'ELECTRON_RUN_AS_NODE',
  'SystemRoot',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'PATH',
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
]);

/** @param refused whether an error means that it was refused, and not that it failed for another reason */
function attempt(
  action: () => boolean,
  refused: (error: unknown) => boolean = () => true,
): Attempt {
  try {
    const possible = action();
    return { possible, detail: possible ? 'it went through' : 'nothing came of it' };
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { possible: !refused(error), detail };
  }
}

function isPermissionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code !== 'ERR_DLOPEN_FAILED';
}

async function connect(port: number): Promise<Attempt> {
  return new Promise((resolve) => {
    const done = (possible: boolean, detail: string) => {
      clearTimeout(timer);
      socket?.destroy();
      resolve({ possible, detail });
    };
    const timer = setTimeout(() => done(false, 'no answer'), connectMilliseconds);
    let socket: net.Socket | null = null;
    try {
      socket = net.connect(port, '127.0.0.1');
      socket.on('connect', () => done(true, 'a connection was made'));
      socket.on('error', (error) => done(false, error.message));
    } catch (error) {
      done(false, error instanceof Error ? error.message : String(error));
    }
  });
}
