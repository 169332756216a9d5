// What a labelling panel is called, and which panels are the same.
import type { LabelPanelState, LabelRoute } from '../../runtime/contract/labelPanel.ts';

const titles: Readonly<Record<LabelRoute['page'], string>> = {
  label: 'Label',
  conflicts: 'Label Conflicts',
  agreement: 'Agreement',
  cell: 'Agreement',
};

export function tabTitle({ page }: LabelRoute): string {
  return titles[page];
}

/** The same for the same trajectories, in whatever order they are named. */
export function populationKey({
  workspace,
  files,
}: Pick<LabelPanelState, 'workspace' | 'files'>): string {
  return [workspace, ...files.toSorted()].join('\n');
}
