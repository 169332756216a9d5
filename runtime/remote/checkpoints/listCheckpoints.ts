// The checkpoints of a run as its machine has them.
import { type KeepPolicy, TrainStepMetrics } from '../../contract/training/runFolder.ts';
import type { CheckpointListing } from '../../contract/training/runView.ts';
import { keptReasons, meanBefore, type KeptCheckpoint } from '../../store/runs/keptCheckpoints.ts';
import { FailureError } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { checkpointFacts, type CheckpointFacts } from './checkpointFiles.ts';
import { filesThere } from './filesThere.ts';

interface Found extends CheckpointFacts, KeptCheckpoint {
  readonly folder: string;
  readonly passRate: number | null;
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
  const files = await filesThere(
    link,
    steps.map((step) => checkpointFolder(run, step)),
    signal,
  );
  const metrics = await metricsThere(link, run, signal);
  return steps.flatMap((step) => {
    const folder = checkpointFolder(run, step);
    const facts = checkpointFacts(files.get(folder) ?? []);
    if (facts === null) return [];
    const mean = (name: string): number | null => meanBefore(metrics, name, step);
    const isWhole = facts.queueStateBytes !== null;
    const figures = { reward: mean('reward/total'), passRate: mean('reward/passRate') };
    return [{ ...facts, ...figures, step, folder, isWhole }];
  });
}

export function checkpointFolder(run: string, step: number): string {
  return `${run}/checkpoints/checkpoint-${step}`;
}

function listing(found: Found, kept: readonly CheckpointListing['kept'][number][]) {
  const { step, folder, bytes, queueStateBytes, hasOptimiser, whyNotResumable } = found;
  const { savedAt, reward, passRate } = found;
  return {
    ...{ step, folder, bytes, queueStateBytes, hasOptimiser, whyNotResumable, reward, passRate },
    savedAt: new Date(savedAt).toISOString(),
    heldOut: null,
    kept: [...kept],
  };
}

const blockBytes = 4_000_000;

/** Lines that cannot be read are passed over: a crash may have torn them. */
async function metricsThere(
  link: Pick<MachineLink, 'read'>,
  run: string,
  signal: AbortSignal,
): Promise<TrainStepMetrics[]> {
  const blocks: Uint8Array[] = [];
  for (let from = 0; ;) {
    const block = await readIfThere(link, { path: `${run}/metrics.jsonl`, from }, signal);
    blocks.push(block);
    from += block.length;
    if (block.length < blockBytes) break;
  }
  return Buffer.concat(blocks)
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const parsed = parseJson(TrainStepMetrics, line);
      return parsed.ok ? [parsed.value] : [];
    });
}

async function readIfThere(
  link: Pick<MachineLink, 'read'>,
  { path, from }: { readonly path: string; readonly from: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await link.read(path, from, blockBytes, signal);
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'remote/no-file') {
      return new Uint8Array();
    }
    throw error;
  }
}
