// Runs of the compared recipes as they were measured, and which of them each is compared with.
import type { ComparedRecipe } from './comparedRecipes.ts';
import { toldHeldOut, type HeldOut } from './heldOut.ts';
import type { StepFigures } from './runFigures.ts';

export interface RecipeRun {
  readonly recipe: ComparedRecipe;
  readonly seed: number;
  readonly figures: readonly StepFigures[];
  /** Sampled groups and rollouts, also of those that were left out of the update. */
  readonly groups: number;
  readonly rollouts: number;
  /** Generated for groups that took the place of others. */
  readonly refillTokens: number;
  readonly trained: MeasuredModel;
}

/** How a model does on the held-out tasks; null where it was not measured. */
export interface MeasuredModel {
  /** At temperature 1. */
  readonly heldOut: HeldOut | null;
  /** At `coolTemperature`. */
  readonly cool: HeldOut | null;
}

/** The rollouts of a difficulty filter, made once for all seeds: they are of the model at the start. */
export interface FilterRun extends Pick<RecipeRun, 'figures' | 'groups' | 'rollouts'> {
  /** Name of the built-in recipe that it belongs to. */
  readonly recipe: string;
  /** Tasks inside of the window. */
  readonly kept: number;
}

export interface RecipeComparison {
  /** The model that every run starts from. */
  readonly start: MeasuredModel;
  readonly filters: readonly FilterRun[];
  readonly runs: readonly RecipeRun[];
}

/** The recipe that the others are measured against. */
const base: ComparedRecipe = 'vanilla-grpo';

/** Sums over a run that are compared. */
export const comparedCosts = [
  'generatedTokens',
  'updatedTokens',
  'stepSeconds',
  'rolloutSeconds',
  'updateSeconds',
] as const;

export type ComparedCost = (typeof comparedCosts)[number];

/** The run of plain GRPO with the same seed. @throws Error when there is none */
export function plainOf({ seed }: RecipeRun, runs: readonly RecipeRun[]): RecipeRun {
  const plain = runs.find((run) => run.recipe === base && run.seed === seed);
  if (plain === undefined) throw new Error(`${base} was not run with seed ${seed}.`);
  return plain;
}

/** Two cells of a table. */
export function toldModel({ heldOut, cool }: MeasuredModel): readonly string[] {
  return [toldHeldOut(heldOut), toldHeldOut(cool)];
}
