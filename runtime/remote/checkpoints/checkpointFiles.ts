// What the files of a checkpoint say of it: whether it is whole, whether a run can go on from it, whether a person wants it kept. Pure.
import type { FileThere } from './filesThere.ts';

/** Its presence in a checkpoint's folder pins it. */
export const pinFile = 'pinned';
/** Of queue and filters. Written last, so that a checkpoint without it is not whole. */
export const stateFile = 'rollout_state.jsonl';

/** Folder in a checkpoint's folder with what was found out about it after it was saved. */
export const evaluationsFolder = 'evaluations';

/** Says how the evaluation went that was made last. @param folder of the checkpoint */
export function newestEvaluation(folder: string): string {
  return `${folder}/${evaluationsFolder}/newest.json`;
}

export interface CheckpointFacts {
  /** By the machine's clock: when its last part was written. */
  readonly savedAt: number;
  readonly bytes: number;
  readonly queueStateBytes: number | null;
  readonly hasOptimiser: boolean;
  readonly isPinned: boolean;
  readonly whyNotResumable: string | null;
}

/** Null for a folder without files: what is left of one that was deleted, or one that is being made. */
export function checkpointFacts(files: readonly FileThere[]): CheckpointFacts | null {
  const saved = files.filter(
    ({ name }) => name !== pinFile && !name.startsWith(`${evaluationsFolder}/`),
  );
  if (saved.length === 0) return null;
  const state = saved.find(({ name }) => name === stateFile);
  const hasOptimiser = saved.some(({ name }) => /^optimizer[^/]*(\/|$)/.test(name));
  return {
    savedAt: state?.changedAt ?? Math.max(...saved.map(({ changedAt }) => changedAt)),
    bytes: saved.reduce((sum, { bytes }) => sum + bytes, 0),
    queueStateBytes: state?.bytes ?? null,
    hasOptimiser,
    isPinned: files.some(({ name }) => name === pinFile),
    whyNotResumable: whyNot(saved, hasOptimiser),
  };
}

function whyNot(files: readonly FileThere[], hasOptimiser: boolean): string | null {
  const has = (name: string): boolean => files.some((file) => file.name === name);
  if (!has(stateFile)) {
    return `The state of the queue was not saved (${stateFile}), so a run cannot go on from it. Its weights can be used.`;
  }
  if (!hasOptimiser) {
    return 'The state of the optimiser is missing, so a run cannot go on from it exactly. Its weights can be used.';
  }
  if (!has('trainer_state.json')) {
    return 'The state of the trainer is missing (trainer_state.json), so a run cannot go on from it. Its weights can be used.';
  }
  return null;
}
