// Requests of a page that run or stop something.
import { Problem } from '../support/problem.ts';
import type { AgentStarter } from '../running/agentStarter.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import type { RunPermission } from './runPermission.ts';

type RunningName = 'stop-rollout' | 'ask-follow-up' | 'retry-step';

export interface RunningParts {
  readonly runtime: RuntimeRequests;
  readonly starter: AgentStarter;
  readonly file: string;
  readonly permission: () => RunPermission;
}

export function runningHandlers(parts: RunningParts): PanelHandlers<RunningName> {
  const { runtime, starter, file } = parts;
  const workspace = (): string => {
    const allowed = parts.permission();
    if (!allowed.canRun) throw new Problem(allowed.reason);
    return allowed.workspace;
  };
  return {
    'stop-rollout': ({ id }) => runtime.request('stop-rollout', { trajectoryId: id }),
    'ask-follow-up': async ({ id, question }) => {
      const from = { file, trajectoryId: id };
      const started = await starter.followUp({ from, question, workspace: workspace() });
      return { id: started.trajectoryId };
    },
    'retry-step': async ({ id, step, code }) => {
      const from = { file, trajectoryId: id };
      const started = await starter.retry({ from, step, code, workspace: workspace() });
      return { id: started.trajectoryId };
    },
  };
}
