// What a run on a machine is and how it stands, as its folder there says now. One round trip.
import type * as z from 'zod';
import { RunJob, RunStatus } from '../../contract/training/runFolder.ts';
import { failure, HumanError } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink } from '../link/machineLink.ts';

export interface RunThere {
  readonly job: RunJob;
  /** Null before the first heartbeat. */
  readonly status: RunStatus | null;
}

/**
 * @param folder of the run, absolute
 * @throws HumanError when there is no run
 * @throws FailureError at boundary `remote` when a file of it cannot be used
 */
export async function readRunThere(
  link: Pick<MachineLink, 'machine' | 'look'>,
  folder: string,
  signal: AbortSignal,
): Promise<RunThere> {
  const paths = [`${folder}/run.json`, `${folder}/status.json`] as const;
  const asked = paths.map((path) => ({ path, stamp: null }));
  const { files } = await link.look({ folders: [], files: asked, followed: [], pids: [] }, signal);
  const [job, status] = paths.map((path) => files.find((file) => file.path === path));
  if (job === undefined) {
    throw new HumanError(`There is no run in ${folder} of ${link.machine}.`);
  }
  return {
    job: parsed(RunJob, job),
    status: status === undefined ? null : parsed(RunStatus, status),
  };
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  { path, text }: { readonly path: string; readonly text: string },
): z.output<Schema> {
  const found = parseJson(schema, text);
  if (found.ok) return found.value;
  throw failure('remote', 'unsuitable', `${path} cannot be used: ${found.problem}`);
}
