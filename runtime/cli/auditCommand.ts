// `tool-r1 audit`: what a training run spent its computing on.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ComputeAudit } from '../contract/training/audit.ts';
import type { RunJob } from '../contract/training/runFolder.ts';
import { readJob } from '../store/runs/readRun.ts';
import { readRunRecords } from '../store/runs/readRunRecords.ts';
import { runFiles, runsFolder } from '../store/runs/runFiles.ts';
import { readTasks } from '../store/taskStore.ts';
import { FailureError, HumanError } from '../support/errors.ts';
import { auditRun } from '../training/audit.ts';
import { withoutRepeats } from '../training/withoutRepeats.ts';
import { printAudit } from './auditView.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export interface AuditOptions {
  /** Folder of a run, or the name of one below `.tool-r1/runs`. */
  readonly run: string;
  readonly json: boolean;
}

const mostProblems = 5;

export async function auditCommand(
  context: CommandContext,
  { run, json }: AuditOptions,
): Promise<ExitCode> {
  const { terminal, cwd, interrupts } = context;
  const folder = await folderOf(run, cwd);
  const job = await readJob(folder);
  const { groups, metrics, problems } = await readRunRecords(folder, interrupts.signal);
  for (const problem of problems.slice(0, mostProblems)) terminal.message(problem);
  if (groups.length === 0) {
    throw new HumanError(`${folder} has no groups yet. Call it again after the first train step.`);
  }
  const audit = auditRun({
    groups: withoutRepeats(groups, ({ taskId }) => taskId),
    metrics: withoutRepeats(metrics, () => 'step'),
    tasks: await countTasks(folder, interrupts.signal),
    streak: streakOf(job),
  });
  if (json) terminal.line(JSON.stringify(audit satisfies ComputeAudit));
  else printAudit(terminal, job, audit);
  return exitCodes.ok;
}

async function folderOf(run: string, cwd: string): Promise<string> {
  const candidates = [path.resolve(cwd, run), path.join(runsFolder(cwd), run)];
  for (const folder of candidates) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() === true) return folder;
  }
  throw new HumanError(`There is no run ${run}: neither ${candidates.join(' nor ')} is a folder.`);
}

/** Null where the run has no file of tasks any more. */
async function countTasks(folder: string, signal: AbortSignal): Promise<number | null> {
  try {
    return (await readTasks(runFiles(folder).tasks, signal)).tasks.length;
  } catch (error) {
    if (error instanceof FailureError) return null;
    throw error;
  }
}

function streakOf({ recipe }: RunJob): number | null {
  const filter = recipe.training?.streakFilter;
  return filter?.enabled === true ? filter.allCorrectEpochs : null;
}
