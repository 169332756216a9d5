// Answers the requests about checkpoints as models: make one ready to be asked, and say which are.
import { parseModelName } from '../policy/modelName.ts';
import type { MachineServices } from '../remote/machineServices.ts';
import type { Notify, RequestHandlers } from './requestHandlers.ts';
import { progressOf } from './workRequests.ts';

export type ModelServingHandlers = Pick<RequestHandlers, 'serve-model' | 'list-served-checkpoints'>;

export interface ModelServing {
  /** Opens what reaches machines at the first request. */
  readonly open: () => Promise<{
    readonly models: Pick<MachineServices['models'], 'serve' | 'served' | 'addWorkspaces'>;
  }>;
  readonly notify: Notify;
}

export function modelServingHandlers({ open, notify }: ModelServing): ModelServingHandlers {
  return {
    'list-served-checkpoints': async () => {
      const { models } = await open();
      return { served: [...(await models.served())] };
    },
    // Any other model is ready as it is.
    'serve-model': async ({ model, workspaces, callId }, signal) => {
      const name = parseModelName(model);
      if (name.kind !== 'checkpoint') return {};
      const { models } = await open();
      models.addWorkspaces(workspaces);
      await models.serve(name, { signal, onProgress: progressOf(callId, notify) });
      return {};
    },
  };
}
