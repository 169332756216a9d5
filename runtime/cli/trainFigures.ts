// Figures of training as a person reads them.

const stepsOfMean = 10;

/**
 * Seconds until the last train step, by the mean of the last ten; null while it cannot be told.
 * @param secondsOfSteps of the train steps that were seen, in their order
 */
export function secondsLeft(
  secondsOfSteps: readonly number[],
  step: number,
  totalSteps: number | null,
): number | null {
  const recent = secondsOfSteps.slice(-stepsOfMean);
  if (recent.length === 0 || totalSteps === null) return null;
  const mean = recent.reduce((sum, one) => sum + one, 0) / recent.length;
  return mean * Math.max(0, totalSteps - step);
}

/** `45 s`, `12 min`, `3 h 5 min`; a dash for null. */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null) return '-';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `950`, `12.3k`, `1.2M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1e6).toFixed(1)}M`;
}
