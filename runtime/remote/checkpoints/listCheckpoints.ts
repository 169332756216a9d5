// The checkpoints of a run as its machine has them.
import { type KeepPolicy, TrainStepMetrics } from '../../contract/training/runFolder.ts';
import { EvaluationSummary, type HeldOut } from '../../contract/training/evaluation.ts';
import type { CheckpointListing } from '../../contract/training/runView.ts';
import { keptReasons, meanBefore, type KeptCheckpoint } from '../../store/runs/keptCheckpoints.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { checkpointFacts, type CheckpointFacts, newestEvaluation } from './checkpointFiles.ts';
import { filesThere } from './filesThere.ts';
import { readThere } from './readThere.ts';

interface Found extends CheckpointFacts, KeptCheckpoint {
  readonly folder: string;
  readonly passRate: number | null;
  readonly heldOut: HeldOut | null;
}

export interface CheckpointsThere {
  /** Newest first. */
  readonly listings: CheckpointListing[];
  /** What the policy looks at. */
  readonly facts: readonly KeptCheckpoint[];
}

/**
 * @param folder of the run, absolute
 * @throws FailureError at boundary `remote`
 */
export async function listCheckpoints(
  link: Pick<MachineLink, 'look' | 'read'>,
  { folder, keep }: { readonly folder: string; readonly keep: KeepPolicy },
  signal: AbortSignal,
): Promise<CheckpointsThere> {
  const found = await findCheckpoints(link, folder, signal);
  const kept = keptReasons(found, keep);
  const listings = found.map((one) => listing(one, kept.get(one.step) ?? []));
  return { listings, facts: found };
}

async function findCheckpoints(
  link: Pick<MachineLink, 'look' | 'read'>,
  run: string,
  signal: AbortSignal,
): Promise<Found[]> {
  const parent = `${run}/checkpoints`;
  const asked = { folders: [parent], files: [], followed: [], pids: [] };
  const { entries } = await link.look(asked, signal);
  const steps = (entries[parent] ?? [])
    .flatMap(({ name }) => /^checkpoint-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((first, second) => second - first);
  if (steps.length === 0) return [];
  const folders = steps.map((step) => checkpointFolder(run, step));
  const files = await filesThere(link, folders, signal);
  const summaries = await summariesThere(link, folders, signal);
  const metrics = await metricsThere(link, run, signal);
  return steps.flatMap((step) => {
    const folder = checkpointFolder(run, step);
    const facts = checkpointFacts(files.get(folder) ?? []);
    if (facts === null) return [];
    const mean = (name: string): number | null => meanBefore(metrics, name, step);
    const isWhole = facts.queueStateBytes !== null;
    const figures = { reward: mean('reward/total'), passRate: mean('reward/passRate') };
    const heldOut = summaries.get(folder) ?? null;
    return [{ ...facts, ...figures, heldOut, step, folder, isWhole }];
  });
}

export function checkpointFolder(run: string, step: number): string {
  return `${run}/checkpoints/checkpoint-${step}`;
}

function listing(found: Found, kept: readonly CheckpointListing['kept'][number][]) {
  const { step, folder, bytes, queueStateBytes, hasOptimiser, whyNotResumable } = found;
  const { savedAt, reward, passRate, heldOut } = found;
  return {
    ...{
      step,
      folder,
      bytes,
      queueStateBytes,
      hasOptimiser,
      whyNotResumable,
      reward,
      passRate,
      heldOut,
    },
    savedAt: new Date(savedAt).toISOString(),
    kept: [...kept],
  };
}

/** Lines that cannot be read are passed over: a crash may have torn them. */
async function metricsThere(
  link: Pick<MachineLink, 'read'>,
  run: string,
  signal: AbortSignal,
): Promise<TrainStepMetrics[]> {
  const text = await readThere(link, `${run}/metrics.jsonl`, signal);
  return text.split('\n').flatMap((line) => {
    const parsed = parseJson(TrainStepMetrics, line);
    return parsed.ok ? [parsed.value] : [];
  });
}

/** Of the evaluation of each checkpoint that was made last, by the checkpoint's folder. */
async function summariesThere(
  link: Pick<MachineLink, 'look'>,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, HeldOut>> {
  const asked = folders.map((folder) => ({ path: newestEvaluation(folder), stamp: null }));
  const { files } = await link.look({ folders: [], files: asked, followed: [], pids: [] }, signal);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return new Map(
    folders.flatMap((folder) => {
      const parsed = parseJson(EvaluationSummary, texts.get(newestEvaluation(folder)) ?? '');
      return parsed.ok ? [[folder, parsed.value.heldOut]] : [];
    }),
  );
}
