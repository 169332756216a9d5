#!/usr/bin/env node
// The terminal: wires `tool-r1` to this process. What the commands do is in cli/; the runtime is built when one needs it.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentRuntime } from './agentRuntime.ts';
import { Interrupts } from './cli/interrupts.ts';
import { main } from './cli/main.ts';
import { Terminal } from './cli/terminal.ts';
import manifest from '../package.json' with { type: 'json' };

const terminal = new Terminal({
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  onClosed: () => interrupts.stop(),
});
const interrupts = new Interrupts(process, (text) => terminal.message(text));

let runtime: Promise<AgentRuntime> | null = null;
const openRuntime = (): Promise<AgentRuntime> => {
  runtime ??= import('./compose.ts').then(
    ({ composeFromEnvironment }) => composeFromEnvironment(import.meta.dirname).runtime,
  );
  return runtime;
};

const code = await main(process.argv.slice(2), {
  version: manifest.version,
  context: {
    terminal,
    interrupts,
    cwd: process.cwd(),
    env: process.env,
    now: () => new Date().toISOString(),
    randomHex: () => randomBytes(8).toString('hex'),
    openRuntime,
  },
});
/** Parts that do not end are not waited for: what must last is on disk already. */
const closing = (runtime as Promise<AgentRuntime> | null)?.then(
  (opened) => opened.close(),
  () => undefined,
);
await Promise.race([closing, delay(2000, undefined, { ref: false })]);
// Engines with threads of their own may hold the process open; what was printed is written out first.
process.stdout.write('', () => process.exit(code));
