// The way to what the doors for other agents do.

/** Loads `dist/doors.cjs` at the first call. */
export const lateDoors = async () => (await import('./doors.ts')).doors;
