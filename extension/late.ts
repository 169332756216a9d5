// The way to everything that is not needed for activation.

/** Loads the second bundle, `dist/parts.cjs`, at the first call. */
export const late = async () => (await import('./parts.ts')).parts;
