// Answers the requests of contract/labelling.ts, and tells when others changed the labels of an opened queue.
import type { labellingRequests } from '../contract/labelling.ts';
import { createLabelling, type Labelling } from '../labels/labelling.ts';
import { exportLabels, importLabels } from '../labels/exchange.ts';
import { readRubric } from '../labels/workspaceLabels.ts';
import { ensureRubricFile } from '../store/labels/rubricFile.ts';
import { errorMessage } from '../support/errors.ts';
import type { Log } from '../support/log.ts';
import type { Notify, RequestHandlers } from './requestHandlers.ts';

export type LabellingHandlers = Pick<RequestHandlers, keyof typeof labellingRequests>;

export interface LabellingServices {
  readonly notify: Notify;
  readonly log: Log;
  /** ISO 8601. */
  readonly now: () => string;
  /** Hexadecimal digits that do not repeat. */
  readonly randomHex: () => string;
}

export interface LabellingService {
  readonly handlers: LabellingHandlers;
  /** Closes every queue; what was decided is on disk already. */
  close(): Promise<void>;
}

export function labellingService({
  notify,
  log,
  now,
  randomHex,
}: LabellingServices): LabellingService {
  const labelling = createLabelling({
    now,
    newId: randomHex,
    onChange: (state) => notify('labels-changed', state),
    onProblem: (error) =>
      log.warn('The label file could not be looked at', { error: errorMessage(error) }),
  });
  return {
    handlers: { ...queueHandlers(labelling), ...fileHandlers(labelling, now) },
    close: () => labelling.closeAll(),
  };
}

type FileRequest =
  | 'read-agreement'
  | 'list-agreement-items'
  | 'score-again'
  | 'ensure-rubric-file'
  | 'export-labels'
  | 'import-labels';

function queueHandlers(labelling: Labelling): Omit<LabellingHandlers, FileRequest> {
  const session = ({ handle }: { readonly handle: string }) => labelling.session(handle);
  return {
    'open-labelling': async (params, signal) => (await labelling.open(params, signal)).state(),
    'close-labelling': async ({ handle }) => {
      await labelling.close(handle);
      return {};
    },
    'read-labelling': (params) => Promise.resolve(session(params).state()),
    'read-label-items': async (params) => ({
      items: await session(params).items(params.from, params.to),
    }),
    'commit-label': (params) => session(params).commit(params),
    'revise-label': (params) => session(params).revise(params.itemHash, params.level),
    'undo-label': (params) => session(params).undo(),
    'mark-item': (params) => session(params).mark(params),
    'list-conflicts': async (params) => ({ conflicts: await session(params).conflicts() }),
    'decide-conflict': (params) =>
      session(params).decide(params.itemHash, params.outcome, params.note),
  };
}

function fileHandlers(
  labelling: Labelling,
  now: () => string,
): Pick<LabellingHandlers, FileRequest> {
  return {
    'read-agreement': (params, signal) => labelling.agreement(params, signal),
    'list-agreement-items': (params, signal) => labelling.cell(params, params, signal),
    'score-again': (params, signal) => labelling.scoreAgain(params, signal),
    'ensure-rubric-file': async ({ workspace }) => ({
      file: await ensureRubricFile(workspace, (await readRubric(workspace)).rubric),
    }),
    'export-labels': ({ workspace, format, to }) => exportLabels(workspace, format, to),
    'import-labels': ({ workspace, from }, signal) =>
      importLabels(workspace, from, { now }, signal),
  };
}
