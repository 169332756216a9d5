// How a model does on the held-out tasks: means over all rollouts, with one recipe and so one reward for every model.

export interface HeldOut {
  /** From 0 to 1.6. */
  readonly reward: number;
  /** Share of the rollouts whose answer is right. */
  readonly passRate: number;
}

/** For a cell of a table. */
export function toldHeldOut(heldOut: HeldOut | null): string {
  if (heldOut === null) return 'not measured';
  return `${heldOut.reward.toFixed(3)}, ${(heldOut.passRate * 100).toFixed(1)} %`;
}
