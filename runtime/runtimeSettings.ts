// Where things are and what the person set, as the files that construct the parts take it.
import type { CheckpointServer } from './policy/checkpointServer.ts';
import type { EditorModels } from './policy/editorModels.ts';
import type { Log } from './support/log.ts';

/** Where things are and what the person set; read once. */
export interface RuntimeSettings {
  readonly distDirectory: string;
  readonly cacheDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What a process that stays and belongs to an editor has beyond a terminal; null for a terminal. */
  readonly editor: EditorSettings | null;
  /** Serves checkpoints of training runs as models; null where machines are out of reach. */
  readonly checkpoints: CheckpointServer | null;
  /** Rollouts that a terminal runs at the same time, each in a sandbox of its own; absent for one. */
  readonly rolloutsAtOnce?: number;
}

export interface EditorSettings {
  readonly models: EditorModels;
}
