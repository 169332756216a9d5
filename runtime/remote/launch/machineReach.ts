// Whether the machine that trains reaches the one that samples, found out by a call between the two: of the addresses that the called
// one has, or of the one that a person named.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { failure, HumanError } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink } from '../link/machineLink.ts';

export interface ReachQuestion {
  readonly from: MachineLink;
  readonly to: MachineLink;
  /** IPv4, of `to`; null tries all that it has. */
  readonly address: string | null;
}

/** All IPv4. Names of network devices are null where the system does not say. */
export interface Reached {
  readonly address: string;
  readonly addressDevice: string | null;
  /** Of the caller, on the same way. */
  readonly from: string;
  readonly fromDevice: string | null;
}

export interface ReachOptions {
  /** On this computer; holds machine_reach.py. */
  readonly trainerFolder: string;
  /** Long, and used once. */
  readonly word: string;
  readonly signal: AbortSignal;
}

const Waiting = z.object({
  port: z.int().positive().optional(),
  problem: z.string().nullish(),
  /** Devices by address. */
  addresses: z.record(z.string(), z.string()),
});
type Waiting = z.infer<typeof Waiting>;

const Called = z.union([
  z.object({ address: z.string(), from: z.string(), device: z.string().nullable() }),
  z.object({ problems: z.record(z.string(), z.string()) }),
]);

/**
 * Nothing stays on either machine.
 * @throws HumanError that says at which addresses it was tried, and what to do
 * @throws FailureError at boundary `remote`
 */
export async function machineReach(
  question: ReachQuestion,
  { trainerFolder, word, signal }: ReachOptions,
): Promise<Reached> {
  const script = await readFile(path.join(trainerFolder, 'machine_reach.py'));
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  const waiting = startWaiting(question, { script, word, signal: either });
  try {
    const { port, addresses } = await waiting.began;
    const candidates = question.address === null ? inOrder(addresses) : [question.address];
    const argv = ['call', word, String(port), ...candidates];
    const called = await callFrom(question, { script, argv, signal });
    return { ...called, addressDevice: addresses[called.address] ?? null };
  } finally {
    ending.abort();
    await waiting.ended;
  }
}

interface Script {
  readonly script: Uint8Array;
  readonly signal: AbortSignal;
}

interface StartedWaiting {
  readonly began: Promise<Waiting & { readonly port: number }>;
  /** Never rejects. */
  readonly ended: Promise<unknown>;
}

function startWaiting(
  { to, address }: ReachQuestion,
  { script, word, signal }: Script & { readonly word: string },
): StartedWaiting {
  const argv = ['-', 'wait', word, ...(address === null ? [] : [address])];
  const line = firstLine(to, { argv, script, signal });
  const began = line.said.then((text) => opened(text, to, address));
  return { began, ended: Promise.allSettled([line.ended, began]) };
}

/** What a program in Python prints first, while it goes on. */
function firstLine(
  link: MachineLink,
  { argv, script, signal }: Script & { readonly argv: readonly string[] },
): { readonly said: Promise<string>; readonly ended: Promise<unknown> } {
  let hear: (line: string) => void = () => undefined;
  const heard = new Promise<string>((resolve) => (hear = resolve));
  let text = '';
  const onOutput = (stream: 'stdout' | 'stderr', piece: string): void => {
    if (stream === 'stdout') text += piece;
    if (text.includes('\n')) hear(text);
  };
  const ended = link
    .home(signal)
    .then(({ python }) =>
      link.run({ argv: [python.path, ...argv], stdin: script, onOutput, signal }),
    );
  const over = ended.then(({ stdout, stderr }) => {
    if (stdout !== '') return stdout;
    throw failure('remote', 'unsuitable', `${link.machine} cannot be called: ${lastLine(stderr)}`);
  });
  const said = Promise.race([heard, over]).then((all) => all.split('\n')[0] ?? '');
  return { said, ended };
}

function opened(
  line: string,
  { machine }: MachineLink,
  address: string | null,
): Waiting & { readonly port: number } {
  const parsed = parseJson(Waiting, line);
  if (!parsed.ok) throw failure('remote', 'unsuitable', `${machine} answered: ${parsed.problem}`);
  const { port, addresses } = parsed.value;
  if (port !== undefined) return { ...parsed.value, port };
  const own = inOrder(addresses).join(', ') || 'none that are known';
  throw new HumanError(`${machine} has no address ${address ?? ''}. It has: ${own}.`);
}

async function callFrom(
  { from, to, address }: ReachQuestion,
  { script, argv, signal }: Script & { readonly argv: readonly string[] },
): Promise<Omit<Reached, 'addressDevice'>> {
  const { python } = await from.home(signal);
  const ended = await from.run({ argv: [python.path, '-', ...argv], stdin: script, signal });
  const parsed = parseJson(Called, ended.stdout.trim());
  if (!parsed.ok) {
    throw failure(
      'remote',
      'unsuitable',
      `${from.machine} calls nobody: ${lastLine(ended.stderr)}`,
    );
  }
  if ('address' in parsed.value) {
    const { device, ...called } = parsed.value;
    return { ...called, fromDevice: device };
  }
  const tried = Object.entries(parsed.value.problems).map(([at, why]) => `${at} (${why})`);
  throw new HumanError(
    `${from.machine} does not reach ${to.machine} at ${tried.join(', ') || 'any address'}. ${adviceFor(address)}`,
  );
}

function adviceFor(address: string | null): string {
  return address === null
    ? 'Name the address at which it does with --sampler-address, or open the way between them: every port, both ways.'
    : 'Name another address of it, or open the way between them: every port, both ways.';
}

/** Private addresses first: nobody else should reach these servers. https://www.rfc-editor.org/rfc/rfc1918 */
function inOrder(addresses: Readonly<Record<string, string>>): string[] {
  const isPrivate = (address: string): boolean =>
    /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address);
  const all = Object.keys(addresses);
  return [...all.filter(isPrivate), ...all.filter((address) => !isPrivate(address))];
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
