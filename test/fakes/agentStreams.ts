// The other end of a connection, inside the test: what is asked is seen, and the test answers or ends it.
import { PassThrough } from 'node:stream';
import type { ChannelStreams } from '../../runtime/remote/link/channel.ts';
import {
  encodeMessage,
  type Message,
  MessageReader,
  noBytes,
} from '../../runtime/remote/link/frames.ts';

export class AgentStreams implements ChannelStreams {
  readonly toMachine = new PassThrough();
  readonly fromMachine = new PassThrough();
  readonly ended: Promise<string>;
  readonly asked: Message[] = [];
  isClosed = false;
  #end: (why: string) => void = () => undefined;

  /** @param answer of the fields; null says nothing */
  constructor(answer: (asked: Message) => Readonly<Record<string, unknown>> | null) {
    this.ended = new Promise((resolve) => (this.#end = resolve));
    const reader = new MessageReader();
    this.toMachine.on('data', (piece: Buffer) => {
      for (const message of reader.push(piece)) {
        this.asked.push(message);
        const fields = answer(message);
        if (fields !== null) this.say(message.number, fields);
      }
    });
  }

  /** What was asked, without questions whether the machine still hears. */
  get names(): unknown[] {
    return this.asked.map(({ fields }) => fields['do']).filter((name) => name !== 'ping');
  }

  say(number: number, fields: Readonly<Record<string, unknown>>, body: Uint8Array = noBytes): void {
    this.fromMachine.write(encodeMessage({ number, fields, body }));
  }

  /** The connection ends by itself. */
  end(why: string): void {
    this.#end(why);
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.#end('It was closed.');
    return Promise.resolve();
  }
}
