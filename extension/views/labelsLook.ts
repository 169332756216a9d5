// How the nodes of labels look. Data only, as nodeLook.ts has it for the others.
import type { LabelsNode } from './explorerNode.ts';
import type { NodeLook } from './nodeLook.ts';

const pages = {
  label: {
    ...{ label: 'Judge disagreements', icon: 'law', what: 'left to label' },
    tooltip: 'Answers on which judges disagree, and some on which they agree',
  },
  conflicts: {
    ...{ label: 'Conflicts', icon: 'git-merge', what: 'to decide' },
    tooltip: 'Answers that people labelled differently',
  },
  agreement: {
    ...{ label: 'Agreement', icon: 'graph', what: '' },
    tooltip: 'How far judges, the rule and people agree',
  },
} as const;

export function labelsLook({ page, folderName, left }: LabelsNode): NodeLook {
  const { label, icon, what, tooltip } = pages[page];
  const counted = left === null ? [] : [`${left} ${what}`];
  const description = [...(folderName === null ? [] : [folderName]), ...counted].join(', ');
  return {
    label,
    description,
    icon: { name: icon },
    tooltip,
    spoken: description === '' ? label : `${label}, ${description}`,
    contextValue: 'labels',
    fold: 'none',
    opens: 'labels',
  };
}
