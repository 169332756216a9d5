// The one MachineLink there is: the same for an ssh host and for this computer, which differ only in how the connection is opened.
import type { MachineConnection, MachineName } from '../../contract/machine.ts';
import { HomeAnswer, LookAnswer, NoAnswer } from './agentMessages.ts';
import { answerOf } from './answerOf.ts';
import type { Channel } from './channel.ts';
import type { ConnectionKeeper } from './connectionKeeper.ts';
import { fetchFile } from './fetchFile.ts';
import type { Message } from './frames.ts';
import type {
  Content,
  Ended,
  Look,
  LookedAt,
  MachineLink,
  Program,
  RemoteHome,
  RemotePath,
  Transfer,
  Tunnel,
} from './machineLink.ts';
import { PortTunnel } from './portTunnel.ts';
import { runProgram } from './runProgram.ts';
import type { SteadyCalls } from './steadyCalls.ts';
import { prepareUpload, upload } from './upload.ts';

export interface LinkParts {
  readonly machine: MachineName;
  readonly keeper: ConnectionKeeper;
  readonly calls: SteadyCalls;
}

const usualMode = 0o644;

export class AgentLink implements MachineLink {
  readonly machine: MachineName;
  readonly #keeper: ConnectionKeeper;
  readonly #calls: SteadyCalls;
  readonly #tunnels = new Set<PortTunnel>();
  readonly #homes = new WeakMap<Channel, RemoteHome>();

  constructor({ machine, keeper, calls }: LinkParts) {
    this.machine = machine;
    this.#keeper = keeper;
    this.#calls = calls;
  }

  get connection(): MachineConnection {
    return this.#keeper.connection;
  }

  onConnection(listener: (connection: MachineConnection) => void): () => void {
    return this.#keeper.onConnection(listener);
  }

  home(signal: AbortSignal): Promise<RemoteHome> {
    return this.#calls.short(signal, async (channel) => {
      const known = this.#homes.get(channel);
      if (known !== undefined) return known;
      const home = answerOf(HomeAnswer, await channel.ask({ name: 'hello', signal }));
      this.#homes.set(channel, home);
      return home;
    });
  }

  look(look: Look, signal: AbortSignal): Promise<LookedAt> {
    const fields = { ...look };
    return this.#calls.short(signal, async (channel) =>
      lookedAt(await channel.ask({ name: 'look', fields, signal })),
    );
  }

  read(path: RemotePath, from: number, length: number, signal: AbortSignal): Promise<Uint8Array> {
    const fields = { path, from, length };
    return this.#calls.short(signal, async (channel) => {
      const { body } = await channel.ask({ name: 'read', fields, signal });
      return body;
    });
  }

  async put(
    content: Content,
    path: RemotePath,
    { signal, onProgress = () => undefined, mode = usualMode }: Transfer & { mode?: number },
  ): Promise<void> {
    const wanted = await prepareUpload(content, path, mode);
    await this.#calls.long(signal, (channel, gotFurther) =>
      upload(channel, wanted, { signal, onProgress, gotFurther }),
    );
  }

  fetch(
    path: RemotePath,
    localFile: string,
    { signal, onProgress = () => undefined }: Transfer,
  ): Promise<void> {
    return this.#calls.long(signal, (channel, gotFurther) =>
      fetchFile(channel, path, localFile, { signal, onProgress, gotFurther }),
    );
  }

  run(program: Program): Promise<Ended> {
    return this.#calls.once(program.signal, (channel) => runProgram(channel, program));
  }

  async remove(path: RemotePath, signal: AbortSignal): Promise<void> {
    await this.#calls.short(signal, async (channel) =>
      answerOf(NoAnswer, await channel.ask({ name: 'remove', fields: { path }, signal })),
    );
  }

  async tunnel(remotePort: number, signal: AbortSignal): Promise<Tunnel> {
    // A machine that cannot be reached is said at once, not by connections that close.
    await this.home(signal);
    const tunnel = await PortTunnel.open(this.#calls, remotePort);
    this.#tunnels.add(tunnel);
    return {
      localPort: tunnel.localPort,
      close: async () => {
        this.#tunnels.delete(tunnel);
        await tunnel.close();
      },
    };
  }

  retry(): void {
    this.#keeper.retry();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tunnels].map((tunnel) => tunnel.close()));
    await this.#keeper.close();
  }
}

function lookedAt(message: Message): LookedAt {
  const { growth, ...looked } = answerOf(LookAnswer, message);
  let place = 0;
  return {
    ...looked,
    growth: growth.map(({ length, ...grown }) => {
      const bytes = message.body.subarray(place, place + length);
      place += length;
      return { ...grown, bytes };
    }),
  };
}
