// Ports of this computer for the servers of a run.
import { createServer } from 'node:net';
import { HumanError, systemCode } from '../support/errors.ts';

/** The token server's and the rollout server's. */
export interface RunPorts {
  readonly tokens: number;
  readonly rollouts: number;
}

/**
 * Two ports that nobody listens on: `first` and the one after it, or any two where it is null.
 * @throws HumanError when one of those asked for is in use
 */
export async function chooseFreePorts(first: number | null): Promise<RunPorts> {
  // Both are held at the same time, so that they are two.
  const tokens = await hold(first ?? 0);
  try {
    const rollouts = await hold(first === null ? 0 : first + 1);
    await rollouts.release();
    return { tokens: tokens.port, rollouts: rollouts.port };
  } finally {
    await tokens.release();
  }
}

interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

function hold(wanted: number): Promise<HeldPort> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error) => reject(portProblem(wanted, error)));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : wanted;
      resolve({ port, release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

function portProblem(port: number, error: Error): Error {
  const code = systemCode(error);
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
