// Every file below a folder of a machine. One round trip a level of folders.
import type { MachineLink, RemotePath } from '../link/machineLink.ts';

export interface FileThere {
  /** Below the folder that was asked for, with forward slashes. */
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly changedAt: number;
}

/**
 * By the folders that were asked for; empty where one is not there. What is neither file nor folder is left out.
 * @throws FailureError at boundary `remote`
 */
export async function filesThere(
  link: Pick<MachineLink, 'look'>,
  roots: readonly RemotePath[],
  signal: AbortSignal,
): Promise<ReadonlyMap<RemotePath, readonly FileThere[]>> {
  const found = new Map<RemotePath, FileThere[]>(roots.map((root) => [root, []]));
  let level = roots.map((root) => ({ root, below: '' }));
  while (level.length > 0) {
    const folders = level.map(({ root, below }) => `${root}/${below}`.replace(/\/$/, ''));
    const asked = { folders, files: [], followed: [], pids: [] };
    const { entries } = await link.look(asked, signal);
    level = level.flatMap(({ root, below }, index) => {
      const inside = entries[folders[index] ?? ''] ?? [];
      for (const { name, kind, bytes, changedAt } of inside) {
        if (kind === 'file') found.get(root)?.push({ name: below + name, bytes, changedAt });
      }
      const deeper = inside.filter(({ kind }) => kind === 'folder');
      return deeper.map(({ name }) => ({ root, below: `${below}${name}/` }));
    });
  }
  return found;
}
