// The editor as the pages' requests see it: keeps what it was asked to do.
import type { EditorActions } from '../../extension/panels/editorActions.ts';

export interface KeptActions extends EditorActions {
  readonly done: readonly (readonly [name: string, ...given: unknown[]])[];
}

/** @param saveTo what the person chooses in the save dialog */
export function keptActions(saveTo: string | null = null): KeptActions {
  const done: [string, ...unknown[]][] = [];
  const keep =
    (name: string) =>
    (...given: unknown[]): Promise<void> => {
      done.push([name, ...given]);
      return Promise.resolve();
    };
  return {
    done,
    openDiff: keep('openDiff'),
    openText: keep('openText'),
    openFile: keep('openFile'),
    openLine: keep('openLine'),
    copy: keep('copy'),
    copyLink: keep('copyLink'),
    askWhereToSave: (name, format) => {
      done.push(['askWhereToSave', name, format]);
      return Promise.resolve(saveTo);
    },
    tellSaved: (file, trajectories) => void done.push(['tellSaved', file, trajectories]),
    showLog: () => void done.push(['showLog']),
  };
}
