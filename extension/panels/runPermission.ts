// Whether something may be run for a trajectory, or the sentence that says why not. Pure; the panels ask it again each time,
// because trust can be given while they are open.

export type RunPermission =
  | { readonly canRun: true; readonly workspace: string }
  | { readonly canRun: false; readonly reason: string };

export interface RunConditions {
  readonly isTrusted: boolean;
  /** The folder whose `.tool-r1/` keeps the trajectory; null when it cannot be told. */
  readonly workspace: string | null;
}

export function runPermission({ isTrusted, workspace }: RunConditions): RunPermission {
  if (!isTrusted) {
    return {
      canRun: false,
      reason:
        'This workspace is in Restricted Mode: trajectories can be read, and nothing is run. Trust the workspace to go on.',
    };
  }
  if (workspace === null) {
    return {
      canRun: false,
      reason:
        'This file lies outside the open folders, so it is only viewed. Open its folder to ask follow-ups.',
    };
  }
  return { canRun: true, workspace };
}
