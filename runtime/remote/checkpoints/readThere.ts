// A whole file of a machine that is small enough to be held, such as the metrics of a run.
import { FailureError } from '../../support/errors.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';

const blockBytes = 4_000_000;

/** Empty where there is no such file. @throws FailureError at boundary `remote` */
export async function readThere(
  link: Pick<MachineLink, 'read'>,
  path: RemotePath,
  signal: AbortSignal,
): Promise<string> {
  const blocks: Uint8Array[] = [];
  for (let from = 0; ;) {
    const block = await readIfThere(link, { path, from }, signal);
    blocks.push(block);
    from += block.length;
    if (block.length < blockBytes) return Buffer.concat(blocks).toString('utf8');
  }
}

async function readIfThere(
  link: Pick<MachineLink, 'read'>,
  { path, from }: { readonly path: RemotePath; readonly from: number },
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
