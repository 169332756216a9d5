// The commands on agents that are at work: show one, stop one.
import * as vscode from 'vscode';
import type { LiveRollout, LiveRollouts } from '../live/liveRollouts.ts';
import type { TrajectoryPanels } from '../panels/trajectoryPanels.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';

export async function showRunningAgent(
  live: LiveRollouts,
  panels: TrajectoryPanels,
): Promise<void> {
  const rollout = await pickRunning(live, 'Show Running Agent');
  if (rollout === undefined) return;
  const { id, file, workspace, question } = rollout;
  panels.open({ file, workspace, title: question, route: { page: 'trajectory', id, step: null } });
}

/** What ran so far is kept. */
export async function stopAgent(live: LiveRollouts, runtime: RuntimeRequests): Promise<void> {
  const rollout = await pickRunning(live, 'Stop Agent');
  if (rollout !== undefined) await runtime.request('stop-rollout', { trajectoryId: rollout.id });
}

async function pickRunning(live: LiveRollouts, title: string): Promise<LiveRollout | undefined> {
  const running = live.running();
  if (running.length === 0) {
    void vscode.window.showInformationMessage('No agent is running.');
    return undefined;
  }
  if (running.length === 1) return running[0];
  const items = running.map((rollout) => ({
    label: rollout.question,
    description: rollout.step === 0 ? 'starting' : `step ${rollout.step}`,
    rollout,
  }));
  return (await vscode.window.showQuickPick(items, { title }))?.rollout;
}
