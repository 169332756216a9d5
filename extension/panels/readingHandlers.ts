// Requests of a page that only read the trajectory file: handed on to the runtime with the file's handle. They work in
// Restricted Mode, but for read-table, which may have to run the recorded code again.
import { Problem } from '../support/problem.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { OpenFile } from './openFile.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import type { RunPermission } from './runPermission.ts';

type ReadingName =
  | 'list-trajectories'
  | 'find-row'
  | 'read-trajectory'
  | 'read-steps'
  | 'read-text'
  | 'read-group'
  | 'read-table';

export interface ReadingParts {
  readonly runtime: RuntimeRequests;
  readonly file: OpenFile;
  readonly permission: () => RunPermission;
}

/** Characters of a clipped text that are shown at most when a person asks for the whole. */
const wholeText = 2_000_000;
/** Rows of a list that one answer holds at most. */
const rowsAtOnce = 500;

export function readingHandlers({
  runtime,
  file,
  permission,
}: ReadingParts): PanelHandlers<ReadingName> {
  return {
    'list-trajectories': async ({ query, offset, limit }, token) => {
      const handle = await file.handle();
      const rows = Math.min(limit, rowsAtOnce);
      return runtime.request(
        'list-trajectories',
        { handle, query, offset, limit: rows },
        { token },
      );
    },
    'find-row': async ({ query, id }, token) =>
      runtime.request('find-row', { handle: await file.handle(), query, id }, { token }),
    'read-trajectory': async ({ id }, token) =>
      runtime.request('read-trajectory', { handle: await file.handle(), id }, { token }),
    'read-steps': async ({ id, from, to }, token) =>
      runtime.request('read-steps', { handle: await file.handle(), id, from, to }, { token }),
    'read-text': async ({ id, step, field }, token) => {
      const slice = { handle: await file.handle(), id, step, field, offset: 0, limit: wholeText };
      return runtime.request('read-text', slice, { token });
    },
    'read-group': async ({ taskId }, token) =>
      runtime.request('read-group', { handle: await file.handle(), taskId }, { token }),
    'read-table': async ({ id, step, name, offset, limit }, token) => {
      const allowed = permission();
      if (!allowed.canRun) throw new Problem(allowed.reason);
      const from = { file: file.file, trajectoryId: id };
      return runtime.request('read-table', { from, step, name, offset, limit }, { token });
    },
  };
}
