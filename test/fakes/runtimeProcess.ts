// A runtime process that is none: the other end of its channel is a message connection in this process, on which a test
// answers. Each `start` gives a new one, as a fork does.
import { PassThrough } from 'node:stream';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { RuntimeProcess } from '../../extension/runtime/runtimeProcess.ts';

export interface FakeRuntimeProcess extends RuntimeProcess {
  /** The runtime's end of the channel. */
  readonly runtime: MessageConnection;
  /** Whether the client closed it. */
  readonly isEnded: boolean;
  /** Ends as a crashed process does. */
  crash(how: string): void;
}

/** @param answer registers what the runtime answers before anything is asked */
export function fakeRuntimeProcess(
  answer: (runtime: MessageConnection) => void,
): FakeRuntimeProcess {
  const toRuntime = new PassThrough();
  const toClient = new PassThrough();
  const runtime = createMessageConnection(
    new StreamMessageReader(toRuntime),
    new StreamMessageWriter(toClient),
  );
  answer(runtime);
  runtime.listen();
  let isEnded = false;
  let onEnded: (how: string) => void = () => undefined;
  return {
    runtime,
    reader: new StreamMessageReader(toClient),
    writer: new StreamMessageWriter(toRuntime),
    get isEnded() {
      return isEnded;
    },
    onEnded: (listener) => {
      onEnded = listener;
    },
    crash: (how) => onEnded(how),
    end: () => {
      isEnded = true;
    },
  };
}

/** A log that keeps what it was told. */
export class KeptLog {
  readonly lines: string[] = [];

  debug(line: string): void {
    this.lines.push(`debug ${line}`);
  }

  info(line: string): void {
    this.lines.push(`info ${line}`);
  }

  warn(line: string): void {
    this.lines.push(`warn ${line}`);
  }

  error(line: string): void {
    this.lines.push(`error ${line}`);
  }
}
