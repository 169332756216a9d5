// A port of this computer whose connections come out at a port of a machine, through the open connection. Works also where the ssh
// server forwards no ports. After a break the same local port serves the next connections.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Channel } from './channel.ts';
import { noBytes } from './frames.ts';
import type { Tunnel } from './machineLink.ts';
import type { SteadyCalls } from './steadyCalls.ts';

/** How far each side may be ahead of the other: agent.py keeps to the same. */
const mostBlocksAhead = 4;
const blockBytes = 64 * 1024;

export class PortTunnel implements Tunnel {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #stopping = new AbortController();

  private constructor(connect: (socket: Socket, signal: AbortSignal) => Promise<void>) {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      // The one who called sees a connection that closes, as when the server behind is not there.
      connect(socket, this.#stopping.signal).catch(() => socket.destroy());
    });
  }

  static async open(calls: SteadyCalls, remotePort: number): Promise<PortTunnel> {
    const tunnel = new PortTunnel((socket, signal) =>
      calls.short(signal, (channel) => carry(channel, socket, remotePort, signal)),
    );
    tunnel.#server.listen(0, '127.0.0.1');
    await once(tunnel.#server, 'listening');
    return tunnel;
  }

  get localPort(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#stopping.abort();
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }
}

/**
 * Until both directions have ended.
 * @throws ConnectionBroken before anything went through: it may be carried by the next connection
 */
async function carry(
  channel: Channel,
  socket: Socket,
  port: number,
  stopping: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const signal = AbortSignal.any([stopping, gone.signal]);
  const sender = new Sender(channel, socket);
  const ended = channel.ask({
    name: 'tunnel',
    fields: { port },
    signal,
    onNumber: (number) => sender.setNumber(number),
    onEvent: (event, body) => {
      if (event === 'open') sender.start();
      else if (event === 'took') sender.took();
      else if (event === 'end') socket.end();
      else if (event === 'data') pass(socket, body, () => sender.acknowledge());
    },
  });
  await ended.catch((error: unknown) => {
    if (!sender.isStarted) throw error;
  });
  socket.destroySoon();
}

/** The machine may send more once this was taken. */
function pass(socket: Socket, body: Uint8Array, taken: () => void): void {
  if (socket.destroyed) return;
  socket.write(body, () => taken());
}

/** From the local socket to the machine, a few blocks ahead at most. */
class Sender {
  readonly #channel: Channel;
  readonly #socket: Socket;
  #number = 0;
  #ahead = 0;
  #isStarted = false;

  constructor(channel: Channel, socket: Socket) {
    this.#channel = channel;
    this.#socket = socket;
  }

  setNumber(number: number): void {
    this.#number = number;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  start(): void {
    this.#isStarted = true;
    this.#socket.on('data', (piece) => this.#send(piece));
    this.#socket.on('end', () => this.#tell('tunnel-end'));
  }

  took(): void {
    this.#ahead -= 1;
    if (this.#ahead < mostBlocksAhead) this.#socket.resume();
  }

  acknowledge(): void {
    this.#tell('tunnel-took');
  }

  #send(piece: Buffer): void {
    for (let from = 0; from < piece.length; from += blockBytes) {
      this.#ahead += 1;
      this.#tell('tunnel-data', piece.subarray(from, from + blockBytes));
    }
    if (this.#ahead >= mostBlocksAhead) this.#socket.pause();
  }

  #tell(name: string, body: Uint8Array = noBytes): void {
    this.#channel.tell(name, { of: this.#number }, body);
  }
}
