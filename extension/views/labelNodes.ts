// What stands below the section of labels: for each folder what is left to label and to decide, and the figures.
import type { FolderContents, LabelsNode } from './explorerNode.ts';

export interface LabelsLeft {
  /** Items without a label of this person. */
  readonly items: number;
  /** Items on which people differ and nobody has decided. */
  readonly conflicts: number;
}

/** @param leftIn null where it cannot be told */
export async function labelNodes(
  folders: readonly FolderContents[],
  leftIn: (workspace: string) => Promise<LabelsLeft | null>,
): Promise<readonly LabelsNode[]> {
  const severalAreOpen = folders.length > 1;
  const nodes = await Promise.all(
    folders.map(async ({ name, workspace }) => {
      const left = await leftIn(workspace);
      const folderName = severalAreOpen ? name : null;
      const node = (page: LabelsNode['page'], count: number | null): LabelsNode => ({
        ...{ kind: 'labels', workspace, folderName, page, left: count },
      });
      return [
        node('label', left?.items ?? null),
        node('conflicts', left?.conflicts ?? null),
        node('agreement', null),
      ];
    }),
  );
  return nodes.flat();
}
