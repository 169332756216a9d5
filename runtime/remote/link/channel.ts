// One open connection to the program that answers on a machine: calls go out with a number, answers come back in any order. Says
// that the connection is broken when it ends, and also when nothing at all came for a while although something is awaited.
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../support/clock.ts';
import { errorMessage } from '../../support/errors.ts';
import { check } from '../../support/parseJson.ts';
import { Answer, Event } from './agentMessages.ts';
import { encodeMessage, type Message, MessageReader, noBytes } from './frames.ts';
import { AgentRefusal, ConnectionBroken } from './remoteProblem.ts';

/** What carries the messages: a process of ssh, or a local one. */
export interface ChannelStreams {
  readonly toMachine: Writable;
  readonly fromMachine: Readable;
  /** Says why it ended, once it has. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

export interface ChannelTimes {
  /** Between two questions whether the machine still hears, while something is awaited. */
  readonly askMilliseconds: number;
  /** Silence that counts as broken, while something is awaited. */
  readonly silentMilliseconds: number;
  /** Between two signs of life while nothing is awaited; agent.py ends after 300 s without one. */
  readonly idleMilliseconds: number;
}

export const usualTimes: ChannelTimes = {
  askMilliseconds: 5_000,
  silentMilliseconds: 15_000,
  idleMilliseconds: 60_000,
};

export interface Question {
  /** What agent.py knows to do, for example `look`. */
  readonly name: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
  /** Before the answer comes. */
  readonly onEvent?: (event: string, body: Uint8Array) => void;
  /** With the number by which other messages refer to this call. */
  readonly onNumber?: (number: number) => void;
}

interface Pending {
  readonly question: Question;
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

export class Channel {
  /** Settles with the reason when the connection is over. */
  readonly broken: Promise<ConnectionBroken>;
  readonly #streams: ChannelStreams;
  readonly #clock: Clock;
  readonly #times: ChannelTimes;
  readonly #reader = new MessageReader();
  readonly #pending = new Map<number, Pending>();
  readonly #timer: NodeJS.Timeout;
  #tellBroken: (error: ConnectionBroken) => void = () => undefined;
  #problem: ConnectionBroken | null = null;
  #numbers = 0;
  #heardAt: number;
  #askedAt: number;

  constructor(streams: ChannelStreams, clock: Clock, times: ChannelTimes = usualTimes) {
    this.#streams = streams;
    this.#clock = clock;
    this.#times = times;
    this.#heardAt = this.#askedAt = clock.monotonic();
    this.broken = new Promise((resolve) => (this.#tellBroken = resolve));
    streams.fromMachine.on('data', (piece: Buffer) => this.#receive(piece));
    // It waited since the marker came.
    streams.fromMachine.resume();
    streams.toMachine.on('error', () => undefined);
    void streams.ended.then((why) => this.#break(why));
    this.#timer = setInterval(() => this.#watch(), Math.min(times.askMilliseconds, 1_000));
  }

  get isOpen(): boolean {
    return this.#problem === null;
  }

  /** @throws ConnectionBroken, AgentRefusal, or the reason of the signal */
  ask(question: Question): Promise<Message> {
    const { signal } = question;
    if (this.#problem !== null) return Promise.reject(this.#problem);
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const number = ++this.#numbers;
    return new Promise<Message>((resolve, reject) => {
      const leave = () => {
        this.#pending.delete(number);
        this.tell('call-off', { of: number });
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      const settled = () => signal.removeEventListener('abort', leave);
      this.#await(number, {
        question,
        resolve: (message) => {
          settled();
          resolve(message);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
    });
  }

  /** Says something that is not answered. False when the other end takes no more for now. */
  tell(
    name: string,
    fields: Readonly<Record<string, unknown>>,
    body: Uint8Array = noBytes,
  ): boolean {
    return this.isOpen && this.#send({ number: 0, fields: { do: name, ...fields }, body });
  }

  async close(): Promise<void> {
    this.#break('It was closed.');
    await this.#streams.close();
  }

  #await(number: number, pending: Pending): void {
    const { name, fields = {}, body = noBytes, onNumber } = pending.question;
    // From now on silence counts.
    if (this.#pending.size === 0) this.#heardAt = this.#clock.monotonic();
    this.#pending.set(number, pending);
    onNumber?.(number);
    this.#send({ number, fields: { do: name, ...fields }, body });
  }

  #send(message: Message): boolean {
    return this.#streams.toMachine.write(encodeMessage(message));
  }

  #receive(piece: Buffer): void {
    this.#heardAt = this.#clock.monotonic();
    if (!this.isOpen) return;
    try {
      for (const message of this.#reader.push(piece)) this.#deliver(message);
    } catch (error) {
      this.#break(errorMessage(error));
      void this.#streams.close();
    }
  }

  #deliver(message: Message): void {
    const pending = this.#pending.get(message.number);
    if (pending === undefined) return;
    const event = check(Event, message.fields);
    if (event.ok) {
      pending.question.onEvent?.(event.value.event, message.body);
      return;
    }
    this.#pending.delete(message.number);
    const answer = check(Answer, message.fields);
    if (!answer.ok) pending.reject(new AgentRefusal('broken', answer.problem));
    else if (answer.value.ok) pending.resolve(message);
    else pending.reject(new AgentRefusal(answer.value.kind, answer.value.message));
  }

  #watch(): void {
    const now = this.#clock.monotonic();
    const { askMilliseconds, idleMilliseconds, silentMilliseconds } = this.#times;
    const isAwaited = this.#pending.size > 0;
    if (isAwaited && now - this.#heardAt > silentMilliseconds) {
      this.#break(`Nothing came from it for ${Math.round((now - this.#heardAt) / 1000)} s.`, true);
      void this.#streams.close();
      return;
    }
    if (now - this.#askedAt < (isAwaited ? askMilliseconds : idleMilliseconds)) return;
    this.#askedAt = now;
    this.tell('ping', {});
  }

  #break(why: string, isSilent = false): void {
    if (this.#problem !== null) return;
    this.#problem = new ConnectionBroken(why, isSilent);
    clearInterval(this.#timer);
    for (const { reject } of this.#pending.values()) reject(this.#problem);
    this.#pending.clear();
    this.#tellBroken(this.#problem);
  }
}
