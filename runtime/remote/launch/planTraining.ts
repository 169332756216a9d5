// What a run would be, before anything happens: what it takes, how long, and the exact commands.
import path from 'node:path';
import type { HealthCheck } from '../../contract/health.ts';
import type { KeepPolicy } from '../../contract/training/runFolder.ts';
import type {
  TrainingCheck,
  TrainingPlan,
  TrainingWish,
} from '../../contract/training/trainingRequests.ts';
import { fail } from '../../health/healthCheck.ts';
import { cardsOfSplit } from '../../launch/gpuChoice.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import { readRecipeWithSources } from '../../recipes/readRecipe.ts';
import { formatBytes } from '../../support/formatBytes.ts';
import { diskEstimate, rolloutsPerStep } from '../estimate/diskEstimate.ts';
import { timeEstimate } from '../estimate/timeEstimate.ts';
import type { MachineLink } from '../link/machineLink.ts';
import type { Inspected } from '../preflight/inspectMachine.ts';
import { runsThere, type RunsQuestion } from './earlierRuns.ts';
import { choiceOf, gpuSplitFor, gpuSplitOfTwo } from './gpuSplitFor.ts';
import { memoryPlan } from './memoryPlan.ts';
import { modelFacts, trainingKind, type ModelFacts } from './modelFacts.ts';
import { type CardQuestion, fittingKeep, splitCheckName, withCardFixes } from './planFixes.ts';
import { plannedCommands, type PlannedProgram } from './plannedCommands.ts';
import type { PlannedSampler } from './plannedSampler.ts';
import { programChecks } from './preparedMachine.ts';
import { recipePlan } from './recipePlan.ts';
import type { WantedRun } from './wantedRun.ts';

export interface PlanQuestion {
  readonly wish: TrainingWish;
  readonly wanted: WantedRun;
  readonly inspected: Inspected;
  /** Of the run, as its machine has it. */
  readonly folder: string;
  /** What starts the run, as far as it is known before its machine is prepared. */
  readonly program: PlannedProgram;
  /** Another machine that samples; null when the same one does. */
  readonly sampler: PlannedSampler | null;
}

export async function planTraining(
  link: MachineLink,
  question: PlanQuestion,
  signal: AbortSignal,
): Promise<TrainingPlan> {
  const { wish, wanted, folder } = question;
  const { training, reading } = wanted;
  const { facts } = question.inspected;
  const cards = chosenCards(question);
  const model = await modelFacts(link, wanted.model, signal);
  const asked = { folder: path.dirname(folder), model: lastPart(model.name), device: wish.device };
  const gpus = cardsHere(question, cards.split);
  const runs = await runsThere(link, { ...asked, gpus }, signal);
  const others = await beforeSampler(
    question,
    { ...asked, gpus: cards.split?.sample ?? [] },
    signal,
  );
  const memory = memoryPlan(memoryQuestion(question, model), cards.split);
  const disk = diskOf(question, model);
  const work = { steps: wanted.totalSteps, rolloutsPerStep: rolloutsPerStep(training) };
  const plain = await readRecipeWithSources(wish.recipe, wish.workspace);
  const checks = [
    ...cards.checks,
    ...memory.checks,
    ...diskChecks(question, model),
    ...question.inspected.checks,
    ...programChecks(wish.machine, question.program),
    ...(question.sampler?.checks ?? []),
  ];
  return {
    name: path.basename(folder),
    tasks: tasksOf(wanted),
    model: {
      name: model.name,
      parameters: model.shape?.parameters ?? null,
      kind: trainingKind(training, wish.device),
    },
    recipe: recipePlan(reading, plain, wanted.totalSteps),
    totalSteps: wanted.totalSteps,
    gpus: cards.split === null ? { train: [], sample: [] } : choiceOf(cards.split),
    memory: memory.estimates,
    time: timeEstimate(runs.earlier, work, wish.machine),
    disk: { neededBytes: disk.bytes, freeBytes: facts.freeDiskBytes, detail: disk.detail },
    waitsBehind: [...runs.before, ...others],
    checks: failuresFirst(withCardFixes(checks, cardQuestion(question, cards.split))),
    commands: plannedCommands({ ...question, split: cards.split, home: facts.folder }),
  };
}

/** Runs of the sampler that have its cards, named with it. */
async function beforeSampler(
  { sampler }: PlanQuestion,
  question: RunsQuestion,
  signal: AbortSignal,
): Promise<string[]> {
  if (sampler === null || question.gpus.length === 0) return [];
  const folder = path.posix.join(sampler.home, 'runs');
  const { before } = await runsThere(sampler.link, { ...question, folder }, signal);
  return before.map((name) => `${name} on ${sampler.machine}`);
}

/** Those of the machine on which the run waits in line. */
function cardsHere({ sampler }: PlanQuestion, split: GpuSplit | null): readonly number[] {
  if (split === null) return [];
  return sampler === null ? cardsOfSplit(split) : split.train;
}

function memoryQuestion(
  { wanted, inspected, sampler }: PlanQuestion,
  { shape, name }: ModelFacts,
): Parameters<typeof memoryPlan>[0] {
  return {
    name,
    shape,
    optimiser: wanted.training.optimiser,
    sequenceTokens: wanted.reading.recipe.agent.maxSequenceTokens,
    gpus: inspected.facts.gpus,
    samplerGpus: sampler?.inspected.facts.gpus ?? null,
  };
}

/** No cards is something to show in the plan, not a reason for having none. */
function chosenCards({ wish, inspected, sampler }: PlanQuestion): {
  readonly split: GpuSplit | null;
  readonly checks: readonly HealthCheck[];
} {
  if (wish.device === 'cpu') return { split: null, checks: [] };
  const { gpus } = inspected.facts;
  try {
    const split =
      sampler === null
        ? gpuSplitFor(wish.gpus, gpus)
        : gpuSplitOfTwo(wish.gpus, gpus, sampler.inspected.facts.gpus);
    return { split, checks: [] };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      split: null,
      checks: [fail(splitCheckName, error.message, 'Choose other cards, or another machine.')],
    };
  }
}

function cardQuestion(
  { wish, inspected, sampler }: PlanQuestion,
  split: GpuSplit | null,
): CardQuestion {
  // A run on the processor takes no cards, whoever uses them.
  const gpus = wish.device === 'cpu' ? [] : inspected.facts.gpus;
  const other = sampler && { machine: sampler.machine, gpus: sampler.inspected.facts.gpus };
  return { split, gpus, sampler: other };
}

function diskOf(
  { wish, wanted }: PlanQuestion,
  { weightBytes }: ModelFacts,
  keep: KeepPolicy = wish.keep,
): ReturnType<typeof diskEstimate> {
  return diskEstimate({
    weightBytes,
    training: wanted.training,
    sequenceTokens: wanted.reading.recipe.agent.maxSequenceTokens,
    totalSteps: wanted.totalSteps,
    saveEverySteps: wish.saveEverySteps,
    keep,
  });
}

function diskChecks(question: PlanQuestion, model: ModelFacts): TrainingCheck[] {
  const { freeDiskBytes: free } = question.inspected.facts;
  const needed = diskOf(question, model).bytes;
  if (needed <= free) return [];
  const check = fail(
    'Disk of the run',
    `about ${formatBytes(needed)} needed, ${formatBytes(free)} free`,
    'Free some space there, save less often, or keep fewer checkpoints.',
  );
  const fits = (keep: KeepPolicy): boolean => diskOf(question, model, keep).bytes <= free;
  const keep = fittingKeep(question.wish.keep, fits);
  return [keep === null ? check : { ...check, fix: { kind: 'keep-checkpoints', keep } }];
}

function tasksOf({ taskFile, tasks }: WantedRun): TrainingPlan['tasks'] {
  const { tooEasy, tooHard, unmeasured } = tasks;
  const kept = tasks.tasks.length;
  return {
    file: taskFile,
    all: kept + tooEasy + tooHard,
    inWindow: kept - unmeasured,
    tooEasy,
    tooHard,
    unmeasured,
  };
}

function failuresFirst(checks: readonly TrainingCheck[]): TrainingCheck[] {
  const order = { fail: 0, warn: 1, pass: 2 };
  return [...checks].sort((first, second) => order[first.state] - order[second.state]);
}

/** A name of Hugging Face has an owner before. */
function lastPart(name: string): string {
  return name.split('/').at(-1) ?? name;
}
