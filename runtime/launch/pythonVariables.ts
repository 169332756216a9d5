// Variables of the Python processes of a run.

/** Containers often forbid Python to keep what it compiled; then each start takes 10 s longer. Empty means allowed. */
export const keptByteCode = { PYTHONDONTWRITEBYTECODE: '' };

/** @param threads of a process that calculates on the processor */
export function pythonVariables(trainerFolder: string, threads: number): Record<string, string> {
  return { ...keptByteCode, PYTHONPATH: trainerFolder, OMP_NUM_THREADS: String(threads) };
}
