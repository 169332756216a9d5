// Requests about models and about this machine.
import type { AgentRuntime } from '../agentRuntime.ts';
import type { RequestHandlers } from './requestHandlers.ts';

/** A model that has to be loaded first takes its time. */
const checkMilliseconds = 60_000;

export function modelHandlers(
  runtime: AgentRuntime,
): Pick<RequestHandlers, 'list-models' | 'check-model' | 'set-keys' | 'check-machine'> {
  return {
    'list-models': async ({ endpoints }, signal) => ({
      models: [...(await runtime.listModels(signal, endpoints))],
    }),
    'check-model': ({ model }, signal) =>
      runtime.checkModel(model, AbortSignal.any([signal, AbortSignal.timeout(checkMilliseconds)])),
    'set-keys': ({ keys }) => {
      runtime.setKeys(keys);
      return Promise.resolve({});
    },
    'check-machine': async (reach, signal) => ({
      checks: [...(await runtime.checkMachine(signal, reach))],
    }),
  };
}
