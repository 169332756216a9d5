// Ports of this computer for the servers of a run. On another address than loopback where another machine calls them.
import { createServer } from 'node:net';
import { HumanError, systemCode } from '../support/errors.ts';

/** The token server's and the rollout server's. */
export interface RunPorts {
  readonly tokens: number;
  readonly rollouts: number;
}

const loopback = '127.0.0.1';

/**
 * Two ports that nobody listens on: `first` and the one after it, or any two where it is null.
 * @throws HumanError when one of those asked for is in use
 */
export async function chooseFreePorts(first: number | null): Promise<RunPorts> {
  const [tokens, rollouts] = await twoFreePorts(first, loopback);
  return { tokens, rollouts };
}

/**
 * @param host an address of this computer
 * @throws HumanError when one of those asked for is in use, or the computer has no such address
 */
export async function twoFreePorts(
  first: number | null,
  host: string,
): Promise<readonly [number, number]> {
  // Both are held at the same time, so that they are two.
  const one = await hold(first ?? 0, host);
  try {
    const other = await hold(first === null ? 0 : first + 1, host);
    await other.release();
    return [one.port, other.port];
  } finally {
    await one.release();
  }
}

interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

function hold(wanted: number, host: string): Promise<HeldPort> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error) => reject(portProblem(wanted, host, error)));
    server.listen(wanted, host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : wanted;
      resolve({ port, release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

function portProblem(port: number, host: string, error: Error): Error {
  const code = systemCode(error);
  if (code === 'EADDRNOTAVAIL') {
    return new HumanError(`This machine has no address ${host}. Name one that it has.`);
  }
  if (code === 'EADDRINUSE') {
    return new HumanError(
      `Port ${port} is in use by another program. End that one, or choose other ports with --port.`,
    );
  }
  if (code === 'EACCES') {
    return new HumanError(`Port ${port} may not be used. Choose one above 1023 with --port.`);
  }
  return error;
}
