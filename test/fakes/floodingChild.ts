// Sends what a busy rollout would: 200 tokens a second, and in the middle of them one event of 20 MB.
import { createMessageConnection, IPCMessageReader } from 'vscode-jsonrpc/node';
import type { RunEvent } from '../../runtime/contract/events.ts';
import { IpcWriter } from '../../runtime/serve/ipcWriter.ts';
import { Outbox } from '../../runtime/serve/outbox.ts';

const connection = createMessageConnection(
  new IPCMessageReader(process),
  new IpcWriter({
    get connected() {
      return process.connected;
    },
    send: (message, handle, options, done) =>
      process.send?.(message, handle, options, done) ?? false,
  }),
);
const outbox = new Outbox({
  send: ({ name, params }) => connection.sendNotification(name, params),
  onProblem: (_notice, error) => {
    throw error;
  },
});
connection.listen();

const base = { version: 1, trajectoryId: 't', at: '2026-03-01T10:00:00.000Z' } as const;
const tokens = 400;

function say(text: string): void {
  const event: RunEvent = { ...base, type: 'text-sampled', step: 1, text, channel: 'reply' };
  outbox.event(event);
}

let said = 0;
const timer = setInterval(() => {
  said += 1;
  say(`${said} `);
  if (said === tokens / 2) say('x'.repeat(20_000_000));
  if (said < tokens) return;
  clearInterval(timer);
  void outbox.drained().then(() => process.exit(0));
}, 5);
