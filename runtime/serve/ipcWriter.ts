// Writes JSON-RPC messages to the IPC channel of the parent and says when the channel has taken each, which the writer of
// vscode-jsonrpc does not.
import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-jsonrpc/node';

/** The part of `process` that this needs. */
export interface IpcChannel {
  readonly connected: boolean;
  send(
    message: unknown,
    handle: undefined,
    options: undefined,
    done: (error: Error | null) => void,
  ): boolean;
}

export class IpcWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #channel: IpcChannel;
  #errors = 0;

  constructor(channel: IpcChannel) {
    super();
    this.#channel = channel;
  }

  write(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.#errors += 1;
        this.fireError(error, message, this.#errors);
        reject(error);
      };
      if (!this.#channel.connected) {
        fail(new Error('the parent process is gone'));
        return;
      }
      this.#channel.send(message, undefined, undefined, (error) => {
        if (error === null) resolve();
        else fail(error);
      });
    });
  }

  end(): void {
    // The channel belongs to the process and ends with it.
  }
}
