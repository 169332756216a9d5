// `tool-r1 label export` and `tool-r1 label import`: labels out to other formats, and back.
import type { LabelFormat } from '../contract/labelling.ts';
import { exportLabels, importLabels } from '../labels/exchange.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';

export interface LabelExportOptions {
  readonly format: LabelFormat;
  readonly to: string;
}

export async function labelExportCommand(
  { terminal, cwd }: CommandContext,
  { format, to }: LabelExportOptions,
): Promise<ExitCode> {
  const { file, labels } = await exportLabels(cwd, format, to);
  terminal.line(`${count(labels, 'label')} written to ${file}`);
  return exitCodes.ok;
}

/** Ends with the code for usage when a part of the file is no label. */
export async function labelImportCommand(
  { terminal, cwd, now, interrupts }: CommandContext,
  file: string,
): Promise<ExitCode> {
  const imported = await importLabels(cwd, file, { now }, interrupts.signal);
  const { format, added, alreadyThere, problems } = imported;
  const there = alreadyThere === 0 ? '' : `, ${alreadyThere} there already`;
  terminal.line(`${count(added, 'label')} added from ${format}${there}`);
  for (const problem of problems) terminal.message(problem);
  return problems.length === 0 ? exitCodes.ok : exitCodes.usage;
}
