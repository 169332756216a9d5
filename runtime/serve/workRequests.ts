// Answers the requests of contract/work.ts, and tells how far work is that takes a while.
import type { AgentRuntime } from '../agentRuntime.ts';
import type { workRequests } from '../contract/work.ts';
import type { OnProgress } from '../support/progress.ts';
import type { Notify, RequestHandlers } from './requestHandlers.ts';

export function workHandlers(
  runtime: Pick<AgentRuntime, 'offerDataPack' | 'installDataPack'>,
  notify: Notify,
): Pick<RequestHandlers, keyof typeof workRequests> {
  return {
    'offer-data-pack': async (_params, signal) => {
      const { packages, source, isInstalled } = await runtime.offerDataPack(signal);
      return { packages: [...packages], source, isInstalled };
    },
    'install-data-pack': async ({ callId }, signal) => {
      await runtime.installDataPack({ signal, onProgress: progressOf(callId, notify) });
      return {};
    },
  };
}

export function progressOf(callId: string, notify: Notify): OnProgress {
  return ({ activity, done, total }) =>
    notify('work-progressed', { callId, activity, done, total });
}
