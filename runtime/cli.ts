#!/usr/bin/env node
// The terminal: wires `tool-r1` to this process. What the commands do is in cli/; the runtime is built when one needs it.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentRuntime } from './agentRuntime.ts';
import { Interrupts } from './cli/interrupts.ts';
import { main } from './cli/main.ts';
import { Terminal } from './cli/terminal.ts';
import { trainingPlace } from './composeTraining.ts';
import type { CheckpointServer } from './policy/checkpointServer.ts';
import type { MachineServices } from './remote/machineServices.ts';
import type { ServeDoors } from './mcp/serving.ts';
import type { ServeRollouts } from './rolloutServer/serving.ts';
import manifest from '../package.json' with { type: 'json' };

const terminal = new Terminal({
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  onClosed: () => interrupts.stop(),
});
const interrupts = new Interrupts(process, (text) => terminal.message(text));

/** Built by the first command that needs it. */
const opened: { runtime: Promise<AgentRuntime> | null } = { runtime: null };

function openRuntime(rolloutsAtOnce = 1): Promise<AgentRuntime> {
  opened.runtime ??= import('./compose.ts').then(
    ({ composeFromEnvironment }) =>
      composeFromEnvironment(import.meta.dirname, { editor: null, checkpoints, rolloutsAtOnce })
        .runtime,
  );
  return opened.runtime;
}

/** Made by the first command that needs them. */
const machines: { opened: Promise<MachineServices> | null } = { opened: null };

function openMachines(): Promise<MachineServices> {
  machines.opened ??= import('./composeMachines.ts').then(({ composeForTerminal }) =>
    composeForTerminal(import.meta.dirname),
  );
  return machines.opened;
}

const checkpoints: CheckpointServer = {
  serve: async (name, options) => (await openMachines()).models.serve(name, options),
  list: async () => (await openMachines()).models.list(),
};

/** Loaded by the one command that needs it. */
const serveRollouts: ServeRollouts = async (wish, options) => {
  const composed = await import('./composeRollouts.ts');
  return composed.serveRollouts(import.meta.dirname, wish, options);
};

const serveDoors: ServeDoors = async (wish, means) => {
  const composed = await import('./composeDoors.ts');
  const streams = { input: process.stdin, output: process.stdout };
  const program = { folder: import.meta.dirname, version: manifest.version, ...streams };
  return composed.serveDoors(program, wish, means);
};

const code = await main(process.argv.slice(2), {
  version: manifest.version,
  context: {
    terminal,
    input: process.stdin,
    interrupts,
    cwd: process.cwd(),
    env: process.env,
    now: () => new Date().toISOString(),
    randomHex: () => randomBytes(8).toString('hex'),
    openRuntime,
    openMachines,
    training: trainingPlace(import.meta.dirname, process),
    serveRollouts,
    serveDoors,
  },
});
const closing = Promise.allSettled(
  [opened.runtime, machines.opened].map(async (part) => (await part)?.close()),
);
// Parts that do not end are not waited for: what must last is on disk already.
await Promise.race([closing, delay(2000)]);
// Engines with threads of their own may hold the process open; what was printed is written out first.
process.stdout.write('', () => process.exit(code));
