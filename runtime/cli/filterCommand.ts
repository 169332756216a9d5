// `tool-r1 filter`: rolls each task out several times with the policy that training would start from, and writes down which tasks it
// solves sometimes. Samples are kept beside the task file, so that calling it again goes on where it was.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RolloutRequest } from '../agentRuntime.ts';
import type { TaskSample } from '../contract/training/taskSample.ts';
import { JsonLinesWriter } from '../store/jsonLinesWriter.ts';
import { readSamples, sampleFileOf } from '../store/sampleFile.ts';
import { chooseFiles, type ChosenFiles } from '../support/chosenFiles.ts';
import { FailureError } from '../support/errors.ts';
import { missingSamples, type SampleWish } from '../training/taskSampling.ts';
import type { CommandContext } from './command.ts';
import { exitCodeOfError, exitCodes, type ExitCode } from './exitCodes.ts';
import { planFilter, type FilterOptions, type FilterPlan } from './filterPlan.ts';
import { FilterProgress } from './filterProgress.ts';
import { takeSamples } from '../training/takeSamples.ts';
import { filterOutcome, keepOutcome, tellOutcome } from './filterOutcome.ts';
import { count } from './format.ts';

export async function filterCommand(
  context: CommandContext,
  options: FilterOptions,
): Promise<ExitCode> {
  const { terminal, interrupts } = context;
  const { signal } = interrupts;
  const plan = await planFilter(context, options);
  const sampleFile = sampleFileOf(plan.file);
  const before = await readSamples(sampleFile, plan.settingsHash, signal);
  if (before.broken > 0) {
    terminal.message(
      `${sampleFile}: ${count(before.broken, 'line')} cannot be read; what was there is sampled again.`,
    );
  }
  const samples = [...before.samples];
  const { seed } = options;
  const wishes = missingSamples(plan.tasks, samples, { samples: plan.samples, seed });
  const failure = await sample(context, options, plan, wishes, samples);
  if (failure !== null) {
    terminal.message(
      `${failure.failure.message}\nThe samples so far are kept in ${sampleFile}. Call it again to go on.`,
    );
    return exitCodeOfError(failure);
  }
  const outcome = filterOutcome(plan, samples);
  const { out } = options;
  const target = out === null ? null : path.resolve(context.cwd, out);
  await keepOutcome(plan, outcome, { target, now: context.now(), signal });
  tellOutcome(terminal, plan, outcome, { json: options.json, target });
  return exitCodes.ok;
}

/** Adds to `samples` what it makes; gives why it was given up, or null. */
async function sample(
  context: CommandContext,
  { concurrency }: FilterOptions,
  plan: FilterPlan,
  wishes: readonly SampleWish[],
  samples: TaskSample[],
): Promise<FailureError | null> {
  if (wishes.length === 0) return null;
  const { terminal, interrupts } = context;
  const progress = new FilterProgress(terminal, plan, () => performance.now());
  const writer = await JsonLinesWriter.open(sampleFileOf(plan.file));
  const scratch = await mkdtemp(path.join(tmpdir(), 'tool-r1-filter-'));
  try {
    const runtime = await context.openRuntime(concurrency);
    const failure = await takeSamples(wishes, {
      runtime,
      requestFor: requester(plan, scratch),
      settingsHash: plan.settingsHash,
      now: context.now,
      clock: () => performance.now(),
      concurrency,
      signal: interrupts.signal,
      onEvent: (event) => {
        if (event.type === 'progress-reported') progress.prepare(event);
      },
      onSample: async (made) => {
        await writer.append(made);
        samples.push(made);
        progress.show(samples);
      },
    });
    return failure === null ? null : new FailureError(failure);
  } finally {
    progress.clear();
    await writer.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Makes the request for a sample; the files of a task are listed once. */
function requester(
  { recipe, model, judge }: FilterPlan,
  scratch: string,
): (wish: SampleWish) => Promise<RolloutRequest> {
  const listed = new Map<string, Promise<ChosenFiles>>();
  return async ({ task, taskHash, index, seed }) => {
    const listing = listed.get(task.id) ?? chooseFiles(task.files);
    listed.set(task.id, listing);
    const trajectoryId = `filter-${taskHash.slice(0, 12)}-${index}`;
    const outputFolder = path.join(scratch, trajectoryId);
    const where = { file: null, outputFolder, branch: null };
    return { trajectoryId, task, files: await listing, model, recipe, seed, judge, ...where };
  };
}
