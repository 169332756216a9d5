// The commands about a training run, for the tree, the palette and its page.
import * as vscode from 'vscode';
import type { RunPlace, ShownState } from '../../runtime/contract/training/runView.ts';
import { showWork } from '../running/shownWork.ts';
import { Problem } from '../support/problem.ts';
import { calledNode, calledRun, type RunQuestion } from './calledRun.ts';
import type { RunLogs } from './runLogs.ts';
import type { RunPanels } from './runPanels.ts';
import { openStep } from './stepTrajectories.ts';
import type { TrainingServices } from './trainingServices.ts';

const noRun =
  'There is no training run yet. "Tool-R1: Start Training..." starts one; those of attached machines are listed by themselves.';

const anyRun: Pick<RunQuestion, 'fits' | 'none'> = { fits: () => true, none: noRun };

export async function openRun(
  services: TrainingServices,
  panels: RunPanels,
  args: readonly unknown[],
): Promise<void> {
  const question = { ...anyRun, title: 'Open Training Run', placeHolder: 'Which run?' };
  const run = await calledRun(services, args, question);
  if (run === undefined) return;
  const node = calledNode(args);
  panels.open(run, node?.kind === 'run-health' ? node.badge.id : null);
}

export async function openQueue(
  services: TrainingServices,
  panels: Pick<RunPanels, 'openQueue'>,
  args: readonly unknown[],
): Promise<void> {
  const question = { ...anyRun, title: 'Open Queue', placeHolder: 'Of which run?' };
  const run = await calledRun(services, args, question);
  if (run !== undefined) panels.openQueue(run);
}

export async function openCheckpoints(
  services: TrainingServices,
  panels: Pick<RunPanels, 'openCheckpoints'>,
  args: readonly unknown[],
): Promise<void> {
  const question = { ...anyRun, title: 'Open Checkpoints', placeHolder: 'Of which run?' };
  const run = await calledRun(services, args, question);
  if (run !== undefined) panels.openCheckpoints(run);
}

const canStop: ReadonlySet<ShownState> = new Set(['queued', 'starting', 'running', 'stalled']);

export async function stopCalled(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const run = await calledRun(services, args, {
    ...{ title: 'Stop Training', placeHolder: 'Which run is to stop?' },
    fits: (state) => canStop.has(state),
    none: 'No training run is under way.',
  });
  if (run !== undefined) await stopRun(services, run.place);
}

export async function stopRun({ runtime }: TrainingServices, place: RunPlace): Promise<void> {
  const after = 'Stop After This Train Step';
  const now = 'Stop at Once';
  const detail =
    'After the train step everything is saved and it can go on exactly there. At once, it goes on from its newest checkpoint.';
  const chosen = await vscode.window.showWarningMessage(
    `Stop the training run ${nameOf(place)}?`,
    { modal: true, detail },
    after,
    now,
  );
  if (chosen === undefined) return;
  const wish = chosen === now ? 'now' : 'after-step';
  const { run, stillHeld } = await showWork(runtime, 'Stopping the training', (callId, token) =>
    runtime.request('stop-training', { place, wish, callId }, { token }),
  );
  if (stillHeld.length === 0) {
    void vscode.window.showInformationMessage(
      `${run.name} has stopped at train step ${run.step}; nothing of it is left on its machine.`,
    );
    return;
  }
  const holders = stillHeld.map(
    ({ gpu, pid, name, mib }) => `GPU ${gpu}: ${name} (process ${pid}, ${mib} MiB)`,
  );
  void vscode.window.showWarningMessage(
    `${run.name} has stopped, but its cards are not free: ${holders.join('; ')}`,
  );
}

export async function resumeCalled(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const node = calledNode(args);
  if (node?.kind === 'checkpoint') {
    await resumeRun(services, node.run.place, node.checkpoint.step);
    return;
  }
  const run = await calledRun(services, args, {
    ...{ title: 'Resume Training', placeHolder: 'Which run is to go on?' },
    fits: (state) => state === 'stopped' || state === 'crashed',
    none: 'No training run has stopped or crashed, so there is none to resume.',
  });
  if (run !== undefined) await resumeRun(services, run.place, null);
}

/** `step` null lets the person choose where several checkpoints can be gone on from. */
export async function resumeRun(
  { runtime }: TrainingServices,
  place: RunPlace,
  step: number | null,
): Promise<void> {
  const from = step ?? (await askCheckpoint(runtime, place));
  if (from === undefined) return;
  const { run } = await showWork(runtime, `Resuming ${nameOf(place)}`, (callId, token) =>
    runtime.request('resume-training', { place, step: from, callId }, { token }),
  );
  void vscode.window.showInformationMessage(`${run.name} goes on from train step ${from}.`);
}

async function askCheckpoint(
  runtime: TrainingServices['runtime'],
  place: RunPlace,
): Promise<number | undefined> {
  const { checkpoints } = await runtime.request('list-checkpoints', { place });
  const whole = checkpoints.filter(({ whyNotResumable }) => whyNotResumable === null);
  const newestFirst = whole.map(({ step }) => step).sort((one, other) => other - one);
  const [newest] = newestFirst;
  if (newest === undefined) {
    const [reason] = checkpoints.map(({ whyNotResumable }) => whyNotResumable);
    throw new Problem(
      `${nameOf(place)} has no checkpoint that it can go on from. ${reason ?? 'None was saved yet: start the training anew.'}`,
    );
  }
  if (newestFirst.length === 1) return newest;
  const items = newestFirst.map((one) => ({
    label: `Step ${one}`,
    description: one === newest ? 'newest' : `repeats the train steps after ${one}`,
    step: one,
  }));
  const options = { title: 'Resume Training', placeHolder: 'From which checkpoint?' };
  return (await vscode.window.showQuickPick(items, options))?.step;
}

export async function openLogCalled(
  services: TrainingServices,
  logs: RunLogs,
  args: readonly unknown[],
): Promise<void> {
  const question = { ...anyRun, title: 'Open Training Log', placeHolder: 'Of which run?' };
  const run = await calledRun(services, args, question);
  if (run === undefined) return;
  const log = await askLog(services, run.place);
  if (log !== undefined) await logs.show(run.place, log, null);
}

async function askLog({ runtime }: TrainingServices, place: RunPlace): Promise<string | undefined> {
  const { handle } = await runtime.request('open-run', { place, mostPoints: 50 });
  try {
    const { logs } = await runtime.request('list-run-logs', { handle });
    if (logs.length === 0) throw new Problem(`${nameOf(place)} has not written a log yet.`);
    const names = logs.map(({ name }) => name);
    if (names.length === 1) return names[0];
    return await vscode.window.showQuickPick(names, { title: 'Open Training Log' });
  } finally {
    await runtime.request('close-run', { handle });
  }
}

export async function openStepCalled(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const run = await calledRun(services, args, {
    ...anyRun,
    ...{ title: 'Open Trajectories of Train Step', placeHolder: 'Of which run?' },
  });
  if (run === undefined) return;
  if (run.step === 0) throw new Problem(`${run.name} has not finished a train step yet.`);
  const asked = await vscode.window.showInputBox({
    title: 'Open Trajectories of Train Step',
    prompt: `A train step from 1 to ${run.step}`,
    value: String(run.step),
    validateInput: (text) => {
      const step = Number(text);
      return Number.isInteger(step) && step >= 1 && step <= run.step
        ? null
        : `Write a number from 1 to ${run.step}.`;
    },
  });
  if (asked !== undefined) await openStep(services, run.place, Number(asked));
}

export function nameOf({ folder }: RunPlace): string {
  return folder.split(/[\\/]/).at(-1) ?? folder;
}
