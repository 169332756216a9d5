// The way to what takes in files of other programs.

/** Loads `dist/importing.cjs` at the first call. */
export const lateImporting = async () => (await import('./importing.ts')).importing;
