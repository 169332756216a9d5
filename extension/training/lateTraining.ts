// The way to everything about training.

/** Loads the third bundle, `dist/training.cjs`, at the first call. */
export const lateTraining = async () => (await import('./training.ts')).training;
