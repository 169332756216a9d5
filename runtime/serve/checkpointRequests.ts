// Answers the requests of contract/training/trainingRequests.ts that care for the checkpoints of a run.
import type { AgentRuntime } from '../agentRuntime.ts';
import type { MachineServices } from '../remote/machineServices.ts';
import type { Notify, RequestHandlers } from './requestHandlers.ts';
import { progressOf } from './workRequests.ts';

export type CheckpointHandlers = Pick<
  RequestHandlers,
  | 'list-checkpoints'
  | 'clean-checkpoints'
  | 'pin-checkpoint'
  | 'download-checkpoint'
  | 'serve-checkpoint'
  | 'unserve-checkpoint'
  | 'evaluate-checkpoint'
  | 'compare-checkpoints'
>;

export interface CheckpointServing {
  /** Opens what reaches machines at the first request. */
  readonly open: () => Promise<{
    readonly checkpoints: Pick<
      MachineServices['checkpoints'],
      'list' | 'clean' | 'pin' | 'download'
    >;
    readonly serving: Pick<MachineServices['serving'], 'serve' | 'unserve'>;
    readonly models: Pick<MachineServices['models'], 'nameOf'>;
    readonly evaluations: Pick<MachineServices['evaluations'], 'evaluate' | 'compare'>;
  }>;
  /** What rolls tasks out. */
  readonly runtime: Pick<AgentRuntime, 'run'>;
  readonly notify: Notify;
}

export function checkpointHandlers({
  open,
  runtime,
  notify,
}: CheckpointServing): CheckpointHandlers {
  return {
    'list-checkpoints': async ({ place }, signal) => (await open()).checkpoints.list(place, signal),
    'clean-checkpoints': async ({ place, keep, dryRun }, signal) =>
      (await open()).checkpoints.clean(place, { keep, dryRun }, signal),
    'pin-checkpoint': async ({ place, step, pinned }, signal) => {
      await (await open()).checkpoints.pin(place, { step, pinned }, signal);
      return {};
    },
    'download-checkpoint': async ({ place, step, to, callId }, signal) => {
      const { checkpoints } = await open();
      const onProgress = progressOf(callId, notify);
      return { bytes: await checkpoints.download(place, { step, to }, { signal, onProgress }) };
    },
    'serve-checkpoint': async ({ place, step, callId }, signal) => {
      const { serving, models } = await open();
      const onProgress = progressOf(callId, notify);
      const { localPort } = await serving.serve(place, step, { signal, onProgress });
      return { model: await models.nameOf(place, step), localPort };
    },
    'unserve-checkpoint': async ({ place, step }) => {
      await (await open()).serving.unserve(place, step);
      return {};
    },
    'evaluate-checkpoint': async ({ place, step, tasks, callId }, signal) => {
      const { evaluations } = await open();
      const options = { runtime, signal, onProgress: progressOf(callId, notify) };
      return evaluations.evaluate(place, { step, tasks }, options);
    },
    'compare-checkpoints': async ({ place, first, second }, signal) =>
      (await open()).evaluations.compare(place, { first, second }, signal),
  };
}
