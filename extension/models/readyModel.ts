// Makes a model ready to be asked. A checkpoint of a training run has to be served first: a person sees how far that is, and can
// call it off. Every other model is ready as it is.
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { showWork, type WorkNotices } from '../running/shownWork.ts';
import { checkpointLabel } from './modelChoices.ts';

export interface ReadyModelParts {
  readonly runtime: RuntimeRequests & WorkNotices;
  /** Folders whose training runs of this computer count. */
  readonly workspaces: () => readonly string[];
}

/** Rejects with a sentence for a person when it cannot be served. */
export async function readyModel(
  { runtime, workspaces }: ReadyModelParts,
  model: string,
): Promise<void> {
  const label = checkpointLabel(model);
  if (label === null) return;
  await showWork(runtime, `Serving ${label}`, (callId, token) =>
    runtime.request('serve-model', { model, workspaces: [...workspaces()], callId }, { token }),
  );
}
