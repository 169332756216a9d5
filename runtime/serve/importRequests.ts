// Answers the requests of contract/importing.ts.
import type { importRequests } from '../contract/importing.ts';
import { allForeignFormats } from '../store/importers/trajectories/allForeignFormats.ts';
import { formatsOf } from '../store/importers/trajectories/detectFormat.ts';
import { importTrajectories } from '../store/importers/trajectories/importTrajectories.ts';
import { HumanError } from '../support/errors.ts';
import type { Notify, Params, RequestHandlers, Result } from './requestHandlers.ts';
import { progressOf } from './workRequests.ts';

export function importHandlers(notify: Notify): Pick<RequestHandlers, keyof typeof importRequests> {
  return {
    'find-import-formats': async ({ file }) => {
      const found = await formatsOf(file, allForeignFormats);
      const formats = found.length === 0 ? allForeignFormats : found;
      return { formats: formats.map(({ id, title }) => ({ id, title })) };
    },
    'import-trajectories': (params, signal) => importFile(params, signal, notify),
  };
}

async function importFile(
  { from, to, format: wanted, callId }: Params<'import-trajectories'>,
  signal: AbortSignal,
  notify: Notify,
): Promise<Result<'import-trajectories'>> {
  const format = allForeignFormats.find(({ id }) => id === wanted);
  if (format === undefined) throw new HumanError(`There is no format ${wanted}.`);
  const onProgress = progressOf(callId, notify);
  return importTrajectories({ file: from, to, format }, { signal, onProgress });
}
