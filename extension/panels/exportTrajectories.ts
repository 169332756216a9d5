// Writes trajectories into a file that the person chose. A file that is there already is replaced whole or left as it was: the
// dialog asked about it.
import { access, rename, rm } from 'node:fs/promises';
import type { ExportFormat } from '../../runtime/contract/viewing.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';

export interface ExportWish {
  readonly handle: string;
  readonly ids: string[];
  readonly format: ExportFormat;
  readonly to: string;
}

export async function exportTrajectories(
  runtime: RuntimeRequests,
  wish: ExportWish,
): Promise<void> {
  if (!(await isThere(wish.to))) {
    await runtime.request('export-trajectories', wish);
    return;
  }
  const beside = `${wish.to}.${process.pid}.new`;
  try {
    await runtime.request('export-trajectories', { ...wish, to: beside });
    await rename(beside, wish.to);
  } finally {
    await rm(beside, { force: true });
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
