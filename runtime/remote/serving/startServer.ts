// A model server on a machine with a tunnel to it: started, waited for until it says that it is well, and ended with the connection or
// when it is told to.
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { MachineName } from '../../contract/machine.ts';
import { failure } from '../../support/errors.ts';
import type { Ended, MachineLink } from '../link/machineLink.ts';
import type { ServingProgram } from './servingProgram.ts';

export interface StartServerOptions {
  readonly program: ServingProgram;
  /** On 127.0.0.1 of the machine, where the program listens. */
  readonly port: number;
  /** Between two looks whether it is ready. */
  readonly pollMilliseconds: number;
  readonly signal: AbortSignal;
  /** Called before each look that follows. */
  readonly onWait: () => void;
}

export interface StartedServer {
  /** On 127.0.0.1 of this computer. */
  readonly localPort: number;
  /** Resolves when the server and its tunnel are gone, whatever the reason. */
  readonly ended: Promise<void>;
  /** One sentence on why it is gone; null while it runs. */
  readonly problem: () => string | null;
  readonly stop: () => Promise<void>;
}

/** A server that takes longer to say that it is well is asked again. */
const answerMilliseconds = 10_000;

/** @throws FailureError at boundary `remote`; `remote/not-served` with what the server said last */
export async function startServer(
  link: Pick<MachineLink, 'machine' | 'run' | 'tunnel'>,
  options: StartServerOptions,
): Promise<StartedServer> {
  const { program, port, signal } = options;
  const ending = new AbortController();
  const exited = link.run({ ...program, signal: ending.signal }).catch(() => null);
  const tunnel = await link.tunnel(port, signal);
  let problem: string | null = null;
  const ended = exited.then((end) => {
    problem = ending.signal.aborted ? 'Its serving was stopped.' : goneWords(end, link.machine);
    return tunnel.close();
  });
  const stop = (): Promise<void> => {
    ending.abort();
    return ended;
  };
  const { localPort } = tunnel;
  try {
    await waitUntilWell(`http://127.0.0.1:${localPort}/health`, exited, options);
  } catch (error) {
    await stop();
    throw error;
  }
  return { localPort, ended, problem: () => problem, stop };
}

async function waitUntilWell(
  address: string,
  exited: Promise<Ended | null>,
  { pollMilliseconds, signal, onWait }: StartServerOptions,
): Promise<void> {
  while (!(await isWell(address, signal))) {
    signal.throwIfAborted();
    onWait();
    const pause = delay(pollMilliseconds, 'waiting' as const, { signal });
    const gone = await Promise.race([exited, pause]);
    if (gone !== 'waiting') throw failure('remote', 'not-served', notServed(gone));
  }
}

/**
 * Not by `fetch`: in Node 20 the first one of a process never ends when the other side closes the connection at once, as a tunnel
 * does to a server that does not listen yet.
 */
function isWell(address: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { agent: false, signal, timeout: answerMilliseconds };
    const asked = get(address, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });
}

function notServed(ended: Ended | null): string {
  const lines = lastWords(ended);
  return `The checkpoint could not be served. ${lines === '' ? 'The connection ended.' : lines}`;
}

function goneWords(ended: Ended | null, machine: MachineName): string {
  if (ended === null) return `The connection to ${machine} was lost.`;
  const lines = lastWords(ended);
  return lines === '' ? 'Its server ended.' : `Its server ended: ${lines}`;
}

function lastWords(ended: Ended | null): string {
  return ended?.stderr.trim().split('\n').slice(-5).join('\n') ?? '';
}
