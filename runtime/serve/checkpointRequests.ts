// Answers the requests of contract/training/trainingRequests.ts that care for the checkpoints of a run.
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
  }>;
  readonly notify: Notify;
}

export function checkpointHandlers({ open, notify }: CheckpointServing): CheckpointHandlers {
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
  };
}
