// Starts what samples on another machine, through our own command line there, as a run is started.
import path from 'node:path';
import * as z from 'zod';
import type { MachineName } from '../../contract/machine.ts';
import { SamplerPlace } from '../../contract/training/samplerPlace.ts';
import { samplerKey } from '../../launch/samplerKey.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';
import { programFailure } from '../link/programFailure.ts';
import type { TrainProgram } from './trainThere.ts';

export interface SamplerStart {
  readonly link: MachineLink;
  readonly machine: MachineName;
  readonly program: TrainProgram;
  /** Of `tool-r1 sampler`. */
  readonly args: readonly string[];
  /** Of this start; the run gets the same one. */
  readonly key: string;
}

const Started = SamplerPlace.omit({ machine: true }).extend({
  type: z.literal('sampler-started'),
});

/**
 * Comes back after the first heartbeat.
 * @throws FailureError `remote/not-started` with what it said, or `remote/disk-full`
 */
export async function samplerThere(
  { link, machine, program, args, key }: SamplerStart,
  signal: AbortSignal,
): Promise<SamplerPlace> {
  const env = { ...program.env, [samplerKey]: key };
  const { home } = await link.home(signal);
  const argv = [...program.argv, 'sampler', ...args];
  const ended = await link.run({ argv, cwd: home, env, signal });
  const parsed = parseJson(Started, ended.stdout.trim().split('\n').at(-1) ?? '');
  if (ended.code !== 0 || !parsed.ok) {
    throw programFailure(machine, ended, {
      ...{ code: 'not-started', what: `The sampler on ${machine} did not start`, speaks: true },
      advice: ended.code !== 0 || parsed.ok ? '' : `(${parsed.problem})`,
    });
  }
  const { folder, host, tokenPort, receiverPort } = parsed.value;
  return { machine, folder, host, tokenPort, receiverPort };
}

/** Beside the runs of that machine, with which it is not mixed up. */
export async function samplerFolder(
  link: MachineLink,
  run: string,
  signal: AbortSignal,
): Promise<RemotePath> {
  const { folder } = await link.home(signal);
  return path.posix.join(folder, 'samplers', run);
}
