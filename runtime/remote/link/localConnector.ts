// Opens a "connection" to this computer: the same program that answers on other machines, run by the Python here, without ssh.
import { spawn } from 'node:child_process';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { Clock } from '../../support/clock.ts';
import { failure } from '../../support/errors.ts';
import { bootstrap } from './bootstrap.ts';
import { Channel } from './channel.ts';
import type { Connector } from './connector.ts';
import { MachineProcess } from './machineProcess.ts';
import { pythonProblem } from './sshProblem.ts';

export interface LocalParts {
  /** The text of agent.py. */
  readonly agent: () => Promise<string>;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly randomHex: () => string;
}

const limitMilliseconds = 30_000;

export class LocalConnector implements Connector {
  readonly #parts: LocalParts;

  constructor(parts: LocalParts) {
    this.#parts = parts;
  }

  async connect(signal: AbortSignal): Promise<Channel> {
    const { agent, env, platform, clock, randomHex } = this.#parts;
    if (platform === 'win32') throw noWindows();
    const start = bootstrap(await agent(), randomHex());
    // In a group of its own: Ctrl+C on a terminal is told to the command alone, which ends the connection in good order.
    const options = { env, detached: true };
    const process = new MachineProcess(spawn('/bin/sh', ['-c', start.script], options));
    try {
      const begun = await process.begin(start, limitMilliseconds, () => false, signal);
      if (begun.how === 'begun') return new Channel(begun.streams, clock);
      if (begun.how === 'no-python') throw pythonProblem(thisComputer, begun.versions);
      throw failure('remote', 'unsuitable', `Python does not start here: ${process.said.trim()}`);
    } catch (error) {
      process.kill();
      throw error;
    }
  }
}

function noWindows(): Error {
  return failure(
    'remote',
    'unsuitable',
    'Training needs Linux or macOS. Attach a machine that has one of them, or work in WSL.',
  );
}
