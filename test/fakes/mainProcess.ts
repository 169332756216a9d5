// The real process for the extension, dist/main.mjs, with a client on its channel that checks every message by the contract.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type * as z from 'zod';
import { RunEvent } from '../../runtime/contract/events.ts';
import { requests, type RequestName } from '../../runtime/contract/requests.ts';
import { until } from './until.ts';

type Params<Name extends RequestName> = z.input<(typeof requests)[Name]['params']>;
type Result<Name extends RequestName> = z.output<(typeof requests)[Name]['result']>;

export const mainFile = fileURLToPath(new URL('../../dist/main.mjs', import.meta.url));

export class MainProcess {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly events: RunEvent[] = [];

  constructor() {
    this.child = fork(mainFile, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      env: { ...process.env, TOOL_R1_LOG: 'error', TOOL_R1_CHECK_RESULTS: '1' },
    });
    this.connection = createMessageConnection(
      new IPCMessageReader(this.child),
      new IPCMessageWriter(this.child),
    );
    this.connection.onNotification('run-event', (raw: unknown) => {
      this.events.push(RunEvent.parse(raw));
    });
  }

  listen(): this {
    this.connection.listen();
    return this;
  }

  async request<Name extends RequestName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
    const answer: unknown = await this.connection.sendRequest(name, params);
    return requests[name].result.parse(answer) as Result<Name>;
  }

  /** Events of one rollout, those of its text left out. */
  eventsOf(id: string): RunEvent[] {
    return this.events.filter(
      ({ trajectoryId, type }) => trajectoryId === id && type !== 'text-sampled',
    );
  }

  async ended(
    id: string,
    milliseconds = 20_000,
  ): Promise<Extract<RunEvent, { type: 'rollout-ended' }>> {
    const find = () =>
      this.events.find(
        (event): event is Extract<RunEvent, { type: 'rollout-ended' }> =>
          event.type === 'rollout-ended' && event.trajectoryId === id,
      );
    await until(() => find() !== undefined, milliseconds);
    const event = find();
    if (event === undefined) throw new Error('the rollout did not end');
    return event;
  }

  /** Runs something to its end. */
  async run<Name extends 'run-agent' | 'ask-follow-up' | 'retry-step'>(
    name: Name,
    params: Params<Name>,
  ): Promise<{ trajectoryId: string; file: string }> {
    const started = (await this.request(name, params)) as { trajectoryId: string; file: string };
    await this.ended(started.trajectoryId);
    return started;
  }

  async close(): Promise<void> {
    this.connection.dispose();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    if (this.child.connected) this.child.disconnect();
    await exited;
  }
}
