// Calls of the tools that the editor's language models have. What they do is done by the runtime; a person sees what they start.
import type { DoorConfirmation } from '../../runtime/contract/doors.ts';
import type { DoorToolName } from '../../runtime/contract/doorToolName.ts';
import type { LiveRollouts } from '../live/liveRollouts.ts';
import type {
  Cancellation,
  NotificationOf,
  RequestParams,
  RuntimeRequests,
} from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';
import type { DoorWindow } from './doorWindow.ts';

export interface DoorRuntime extends RuntimeRequests {
  onNotification(
    name: 'door-rollout-started',
    listener: (fact: NotificationOf<'door-rollout-started'>) => void,
  ): Disposable;
}

/** What they need of the rest of the extension. */
export interface DoorParts {
  readonly runtime: DoorRuntime;
  /** Where rollouts are entered, so that a person can watch and stop what another agent started. */
  readonly live: Pick<LiveRollouts, 'begin'>;
  readonly tree: {
    /** The model that the person chose. */
    readonly choice: { current(): string };
    readonly settings: { readonly recipe: string };
  };
}

export interface DoorCall {
  readonly tool: DoorToolName;
  /** As the agent gave it; the runtime checks it. */
  readonly input: unknown;
  readonly window: Pick<DoorWindow, 'isTrusted' | 'folders'>;
  readonly token: Cancellation;
}

/** What would be done, and what a person is asked before; null when they are not. @throws Problem for wrong input */
export function describeCall(
  call: DoorCall,
  parts: DoorParts,
): Promise<{ readonly activity: string; readonly confirmation: DoorConfirmation | null }> {
  const { token } = call;
  return parts.runtime.request('describe-door-call', wishOf(call, parts), { token });
}

/**
 * Gives the answer as text. The editor calls it only after the person agreed to what is described.
 * @throws Problem whose message tells the agent what to do
 */
export async function runCall(call: DoorCall, parts: DoorParts): Promise<string> {
  const { runtime, live } = parts;
  const { token, window } = call;
  const callId = crypto.randomUUID();
  const listening = runtime.onNotification('door-rollout-started', (fact) => {
    const { trajectoryId: id, file, workspace, question } = fact;
    if (fact.callId === callId) live.begin({ id, file, workspace, question });
  });
  try {
    const wish = { ...wishOf(call, parts), callId, isAllowed: window.isTrusted };
    return (await runtime.request('call-door-tool', wish, { token })).text;
  } finally {
    listening.dispose();
  }
}

function wishOf(
  { tool, input, window }: DoorCall,
  { tree }: DoorParts,
): RequestParams<'describe-door-call'> {
  const { choice, settings } = tree;
  const folders = [...window.folders];
  return { tool, input, folders, model: choice.current(), recipe: settings.recipe };
}
