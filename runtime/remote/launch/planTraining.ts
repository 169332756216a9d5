// What a run would be, before anything happens: what it takes, how long, and the exact commands.
import path from 'node:path';
import type { HealthCheck } from '../../contract/health.ts';
import type {
  MemoryEstimate,
  TrainingPlan,
  TrainingWish,
} from '../../contract/training/trainingRequests.ts';
import { fail, warn } from '../../health/healthCheck.ts';
import { cardsOfSplit } from '../../launch/gpuChoice.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import { readRecipeWithSources } from '../../recipes/readRecipe.ts';
import { formatBytes } from '../../support/formatBytes.ts';
import { diskEstimate, rolloutsPerStep } from '../estimate/diskEstimate.ts';
import {
  memoryEstimates,
  sequencesAtOnce,
  type MemoryQuestion,
} from '../estimate/memoryEstimate.ts';
import { timeEstimate } from '../estimate/timeEstimate.ts';
import type { MachineLink } from '../link/machineLink.ts';
import type { Inspected } from '../preflight/inspectMachine.ts';
import { runsThere } from './earlierRuns.ts';
import { choiceOf, gpuSplitFor } from './gpuSplitFor.ts';
import { modelFacts, trainingKind, type ModelFacts } from './modelFacts.ts';
import { plannedCommands, type PlannedProgram } from './plannedCommands.ts';
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
  const gpus = cards.split === null ? [] : cardsOfSplit(cards.split);
  const runs = await runsThere(link, { ...asked, gpus }, signal);
  const memory = memoryOf(question, cards.split, model);
  const disk = diskOf(question, model);
  const work = { steps: wanted.totalSteps, rolloutsPerStep: rolloutsPerStep(training) };
  const plain = await readRecipeWithSources(wish.recipe, wish.workspace);
  const checks = [
    ...cards.checks,
    ...memory.checks,
    ...diskChecks(disk.bytes, facts.freeDiskBytes),
    ...question.inspected.checks,
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
    waitsBehind: [...runs.before],
    checks: failuresFirst(checks),
    commands: plannedCommands({ ...question, split: cards.split, home: facts.folder }),
  };
}

/** No cards is something to show in the plan, not a reason for having none. */
function chosenCards({ wish, inspected }: PlanQuestion): {
  readonly split: GpuSplit | null;
  readonly checks: readonly HealthCheck[];
} {
  if (wish.device === 'cpu') return { split: null, checks: [] };
  try {
    return { split: gpuSplitFor(wish.gpus, inspected.facts.gpus), checks: [] };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      split: null,
      checks: [fail('GPU split', error.message, 'Choose other cards, or another machine.')],
    };
  }
}

function memoryOf(
  { wanted: { training, reading }, inspected: { facts } }: PlanQuestion,
  split: GpuSplit | null,
  { shape, name }: ModelFacts,
): { readonly estimates: MemoryEstimate[]; readonly checks: readonly HealthCheck[] } {
  if (split === null) return { estimates: [], checks: [] };
  if (shape === null) {
    const detail = `how large ${name} is cannot be told before it is on the machine`;
    return {
      estimates: [],
      checks: [warn('Memory of GPUs', detail, 'Check that the model fits.')],
    };
  }
  const question: MemoryQuestion = {
    shape,
    optimiser: training.optimiser,
    sequenceTokens: reading.recipe.agent.maxSequenceTokens,
    split,
    gpus: facts.gpus,
  };
  const estimates = memoryEstimates(question);
  return { estimates, checks: memoryChecks(question, estimates) };
}

function memoryChecks(
  question: MemoryQuestion,
  estimates: readonly MemoryEstimate[],
): HealthCheck[] {
  const advice =
    'Train an adapter (--set lora), shorten maxSequenceTokens, or give more cards to training.';
  const checks = estimates.flatMap(({ gpu, totalGib, spreadGib, limitGib }) => {
    const detail = `about ${totalGib.toFixed(0)} of ${limitGib.toFixed(0)} GB needed`;
    if (totalGib - spreadGib > limitGib) return [fail(`Memory of GPU ${gpu}`, detail, advice)];
    return totalGib + spreadGib > limitGib
      ? [warn(`Memory of GPU ${gpu}`, `${detail}, which is close`, advice)]
      : [];
  });
  if (sequencesAtOnce(question, estimates) > 0) return checks;
  const detail = 'the cards that sample hold not one rollout beside the weights';
  return [
    ...checks,
    fail('Sampling', detail, 'Give more cards to sampling, or take a smaller model.'),
  ];
}

function diskOf(
  { wish, wanted }: PlanQuestion,
  { weightBytes }: ModelFacts,
): ReturnType<typeof diskEstimate> {
  return diskEstimate({
    weightBytes,
    training: wanted.training,
    sequenceTokens: wanted.reading.recipe.agent.maxSequenceTokens,
    totalSteps: wanted.totalSteps,
    saveEverySteps: wish.saveEverySteps,
    keep: wish.keep,
  });
}

function diskChecks(needed: number, free: number): HealthCheck[] {
  if (needed <= free) return [];
  const detail = `about ${formatBytes(needed)} needed, ${formatBytes(free)} free`;
  return [
    fail(
      'Disk of the run',
      detail,
      'Free some space there, save less often, or keep fewer checkpoints.',
    ),
  ];
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

function failuresFirst(checks: readonly HealthCheck[]): HealthCheck[] {
  const order = { fail: 0, warn: 1, pass: 2 };
  return [...checks].sort((first, second) => order[first.state] - order[second.state]);
}

/** A name of Hugging Face has an owner before. */
function lastPart(name: string): string {
  return name.split('/').at(-1) ?? name;
}
