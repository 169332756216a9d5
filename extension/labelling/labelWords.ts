// Sentences about labels that were written into a file or taken from one.
import path from 'node:path';
import type { LabelFormat } from '../../runtime/contract/labelling.ts';
import type { RequestResult } from '../runtime/runtimeRequests.ts';

const formatNames: Readonly<Record<LabelFormat, string>> = {
  jsonl: 'JSON Lines',
  csv: 'CSV',
  huggingface: 'Hugging Face rows',
  inspect: 'Inspect scores',
  langfuse: 'Langfuse scores',
};

export function exportWords({ file, labels }: RequestResult<'export-labels'>): string {
  const were = labels === 1 ? 'was' : 'were';
  return `${counted(labels, 'label')} ${were} exported to ${path.basename(file)}.`;
}

/** @param name of the file */
export function importWords(
  name: string,
  { format, added, alreadyThere, problems }: RequestResult<'import-labels'>,
): string {
  const sentences = [`${counted(added, 'label')} added from ${name} (${formatNames[format]}).`];
  if (alreadyThere > 0) sentences.push(`${alreadyThere} were here already.`);
  const [first, ...others] = problems;
  if (first !== undefined) sentences.push(`Not everything could be read: ${first}`);
  if (others.length > 0) sentences.push(`And ${counted(others.length, 'more problem')}.`);
  return sentences.join(' ');
}

export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
