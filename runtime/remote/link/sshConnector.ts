// Opens a connection to a machine by the person's own ssh, with their configuration, agent and keys. Where ssh can share
// connections, all windows and the terminal use one.
import { execFile, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Clock } from '../../support/clock.ts';
import { failure, systemCode } from '../../support/errors.ts';
import type { Asker } from './asker.ts';
import { AskpassServer } from './askpassServer.ts';
import { bootstrap } from './bootstrap.ts';
import { Channel } from './channel.ts';
import type { Connector } from './connector.ts';
import { type Begun, MachineProcess } from './machineProcess.ts';
import { offline } from './remoteProblem.ts';
import { alone, controlIdentity, controlPath, type SharedPlace } from './sharedConnection.ts';
import { endArguments, sshArguments } from './sshArguments.ts';
import { noSsh, profileProblem, pythonProblem, shellProblem, sshProblem } from './sshProblem.ts';
import { parseSshSettings, type SshSettings } from './sshSettings.ts';

export interface SshParts {
  readonly machine: string;
  /** The text of agent.py. */
  readonly agent: () => Promise<string>;
  /** Null lets ssh ask on its terminal. */
  readonly asker: Asker | null;
  /** The file askpass.mjs, and the Node that runs it. */
  readonly askpassProgram: string;
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly place: SharedPlace;
  readonly clock: Clock;
  readonly randomHex: () => string;
  /** How long a connection may take without any sign of getting on. */
  readonly beginMilliseconds: number;
}

/** A shared connection that hangs answers nothing; one that works, at once. */
const sharedMilliseconds = 12_000;
const settingsMilliseconds = 15_000;
const endMilliseconds = 5_000;

/** An attempt that came to an end, with what was seen on the way. */
interface Attempt {
  readonly begun: Begun;
  readonly process: MachineProcess;
  readonly unanswered: string | null;
}

export class SshConnector implements Connector {
  readonly #parts: SshParts;
  /** The shared connection that went silent; nobody should use it again. */
  #silent: string | null = null;

  constructor(parts: SshParts) {
    this.#parts = parts;
  }

  async connect(signal: AbortSignal): Promise<Channel> {
    const settings = await this.#settings(signal);
    const { platform, place } = this.#parts;
    const isOurs = platform !== 'win32' && settings.controlPath === null;
    if (!isOurs) return this.#open(settings, null, signal);
    const control = await controlPath(place, settings.digest);
    return alone(control, signal, () => this.#openShared(settings, control, signal));
  }

  async #openShared(settings: SshSettings, control: string, signal: AbortSignal): Promise<Channel> {
    const before = await controlIdentity(control);
    if (before !== null && before === this.#silent) await this.#end(control);
    const channel = await this.#open(settings, control, signal);
    const identity = await controlIdentity(control);
    void channel.broken.then(({ isSilent }) => {
      if (isSilent) this.#silent = identity;
    });
    return channel;
  }

  async #open(
    settings: SshSettings,
    control: string | null,
    signal: AbortSignal,
  ): Promise<Channel> {
    const usual = this.#parts.beginMilliseconds;
    const isShared = control !== null && (await controlIdentity(control)) !== null;
    const limit = isShared ? Math.min(usual, sharedMilliseconds) : usual;
    const attempt = await this.#attempt(settings, control, limit, signal);
    if (attempt.begun.how === 'begun') return new Channel(attempt.begun.streams, this.#parts.clock);
    if (isShared && attempt.begun.how === 'silent') {
      await this.#end(control);
      return this.#open(settings, control, signal);
    }
    throw this.#problem(attempt, isShared, limit);
  }

  async #attempt(
    settings: SshSettings,
    control: string | null,
    limit: number,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { agent, machine, env, randomHex } = this.#parts;
    const start = bootstrap(await agent(), randomHex());
    const args = sshArguments(machine, settings, control, start.command);
    const askpass = await this.#startAskpass();
    // In a session of its own ssh has no terminal to ask on, and does not get the signals of ours.
    const options = { env: { ...env, ...askpass?.env }, detached: askpass !== null };
    const process = new MachineProcess(spawn('ssh', args, options));
    try {
      const isAsking = () => askpass?.isAsking ?? false;
      const begun = await process.begin(start, limit, isAsking, signal);
      if (begun.how !== 'begun') process.kill();
      return { begun, process, unanswered: askpass?.unanswered ?? null };
    } catch (error) {
      process.kill();
      throw error;
    } finally {
      await askpass?.close();
    }
  }

  async #startAskpass(): Promise<AskpassServer | null> {
    const { asker, askpassProgram: program, node, platform, machine, env } = this.#parts;
    if (asker === null) return null;
    const display = env['DISPLAY'];
    return AskpassServer.start({ machine, asker, program, node, platform, display });
  }

  #problem({ begun, process, unanswered }: Attempt, isShared: boolean, limit: number): Error {
    const { machine } = this.#parts;
    const isIn = isShared || process.said.includes('Authenticated to ');
    if (begun.how === 'no-python') return pythonProblem(machine, begun.versions);
    if (unanswered !== null) return unansweredProblem(machine, unanswered);
    if (begun.how === 'ended') {
      const isCutOff = !isIn || /closed by remote|reset by peer|Broken pipe/.test(process.said);
      if (isCutOff) return sshProblem(machine, process.said);
      return shellProblem(machine, process.printed, process.said);
    }
    const seconds = Math.round(limit / 1000);
    if (isIn) return profileProblem(machine, process.printed, seconds);
    return offline(machine, `ssh did not get through within ${seconds} s. Check the network.`);
  }

  /** What ssh will do, in its own words. */
  #settings(signal: AbortSignal): Promise<SshSettings> {
    const { machine, env } = this.#parts;
    const options = { env, signal, timeout: settingsMilliseconds };
    return new Promise((resolve, reject) => {
      execFile('ssh', ['-G', '--', machine], options, (error, printed, said) => {
        if (error === null) resolve(parseSshSettings(printed));
        else if (signal.aborted) reject(signal.reason as Error);
        else if (systemCode(error) === 'ENOENT') reject(noSsh());
        else reject(sshProblem(machine, said));
      });
    });
  }

  /** Whoever else uses it waits for nothing and connects anew. One that does not even end leaves at least its place. */
  async #end(control: string): Promise<void> {
    const { machine, env } = this.#parts;
    await new Promise<void>((resolve) => {
      const options = { env, timeout: endMilliseconds };
      execFile('ssh', endArguments(machine, control), options, () => resolve());
    });
    await rm(control, { force: true });
  }
}

function unansweredProblem(machine: string, question: string): Error {
  return failure(
    'remote',
    'refused',
    `Cannot connect to ${machine}: ssh's question got no answer. Connect again and answer it. It asked: ${question.trim()}`,
  );
}
