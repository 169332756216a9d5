// Writes trajectories into a file that the person chose.
import type { ExportFormat } from '../../runtime/contract/viewing.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { replaceFile } from '../support/replaceFile.ts';

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
  await replaceFile(wish.to, (to) => runtime.request('export-trajectories', { ...wish, to }));
}
