// Constructs policies and lists what models there are, as compose.ts does the other parts. Engines are imported when they are first
// needed.
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { PreparationOptions } from './agentRuntime.ts';
import type { Trajectory } from './contract/trajectory.ts';
import { embeddedModel } from './policy/embeddedModel.ts';
import { listModels, usualServers, type ModelListingParts } from './policy/modelListing.ts';
import {
  type CheckpointName,
  checkpointModelName,
  parseModelName,
  parseServerModel,
  type ServerModel,
} from './policy/modelName.ts';
import type { ModelStore } from './policy/modelStore.ts';
import type { Policy } from './policy/policy.ts';
import { baseUrlOf, type ServerKeys } from './policy/serverKeys.ts';
import type { RuntimeSettings } from './runtimeSettings.ts';
import { systemClock } from './support/clock.ts';
import { HumanError } from './support/errors.ts';

/** A seed for requests that have none. */
const newSeed = (): number => randomInt(2 ** 32);

export const sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await delay(milliseconds, undefined, { signal });
};

/** What finding and opening a model takes. */
export interface ModelMeans {
  readonly settings: RuntimeSettings;
  readonly store: ModelStore;
  readonly keys: ServerKeys;
}

export async function openPolicy(
  name: string,
  { settings, store, keys }: ModelMeans,
  options: PreparationOptions,
): Promise<Policy> {
  const model = parseModelName(name);
  const clock = systemClock;
  switch (model.kind) {
    case 'embedded': {
      const { openLocalPolicy } = await import('./policy/localPolicy.ts');
      return openLocalPolicy({ store, maxThreads: await threads(), clock, newSeed }, options);
    }
    case 'gguf': {
      const { openGgufPolicy } = await import('./policy/ggufPolicy.ts');
      const lora = model.lora === null ? [] : [model.lora];
      return openGgufPolicy(
        { model: name, file: model.file, lora, maxThreads: await threads(), clock, newSeed },
        options,
      );
    }
    case 'onnx': {
      const { openOnnxPolicy } = await import('./policy/onnxPolicy.ts');
      return openOnnxPolicy(
        { model: name, folder: model.folder, maxThreads: await threads(), clock, newSeed },
        options,
      );
    }
    case 'replay': {
      const { readRecording } = await import('./policy/replayRecording.ts');
      const { ReplayPolicy } = await import('./policy/replayPolicy.ts');
      return new ReplayPolicy({ recording: await readRecording(model.file), clock, sleep });
    }
    case 'server':
      return openServerPolicy(model, settings, keys);
    case 'checkpoint':
      return openCheckpointPolicy(model, { settings, keys }, options);
    case 'editor':
      return openEditorPolicy(model.id, settings);
  }
}

async function openCheckpointPolicy(
  name: CheckpointName,
  { settings, keys }: Pick<ModelMeans, 'settings' | 'keys'>,
  options: PreparationOptions,
): Promise<Policy> {
  const { checkpoints } = settings;
  if (checkpoints === null) {
    throw new HumanError('Checkpoints cannot be served from here. Choose another model.');
  }
  const { CheckpointPolicy } = await import('./policy/checkpointPolicy.ts');
  const served = await checkpoints.serve(name, options);
  const policy = await openServerPolicy(parseServerModel(served.model), settings, keys);
  return new CheckpointPolicy({ model: checkpointModelName(name), served, policy });
}

async function openEditorPolicy(id: string, { editor }: RuntimeSettings): Promise<Policy> {
  if (editor === null) {
    throw new HumanError(
      'Models of the editor can be used inside VS Code only. Choose another model: tool-r1 models',
    );
  }
  const { EditorPolicy } = await import('./policy/editorPolicy.ts');
  return new EditorPolicy({ id, models: editor.models, clock: systemClock });
}

async function threads(): Promise<number> {
  const { threadsFor } = await import('./policy/ggufPolicy.ts');
  return threadsFor(availableParallelism());
}

async function openServerPolicy(
  model: ServerModel,
  settings: RuntimeSettings,
  keys: ServerKeys,
): Promise<Policy> {
  const { OpenAiPolicy } = await import('./policy/openAiPolicy.ts');
  const { openServerFetch } = await import('./policy/serverFetch.ts');
  const log = settings.log.topic('policy');
  const servers = openServerFetch(settings.env);
  return new OpenAiPolicy({
    model,
    keyFor: (baseUrl) => Promise.resolve(keys.keyFor(baseUrl)),
    clock: systemClock,
    random: Math.random,
    sleep,
    fetch: servers.fetch,
    onDispose: () => servers.close(),
    onNotice: (notice) => log.info(notice, { server: model.baseUrl }),
  });
}

export async function replayPolicy(trajectory: Trajectory): Promise<Policy> {
  const { ReplayPolicy } = await import('./policy/replayPolicy.ts');
  const name = trajectory.started.trajectoryId;
  const replies = trajectory.steps.map((step) => step.reply);
  const recording = { name, replies, pauseMilliseconds: 0 };
  return new ReplayPolicy({ recording, clock: systemClock, sleep });
}

export async function askModels(
  { settings, store, keys }: ModelMeans,
  endpoints: readonly string[],
  signal: AbortSignal,
) {
  const { listServerModels } = await import('./policy/openAi/lookup.ts');
  const { endpointModels } = await import('./policy/openAi/endpointModels.ts');
  const { openServerFetch } = await import('./policy/serverFetch.ts');
  const servers = openServerFetch(settings.env);
  const parts: ModelListingParts = {
    embedded: embeddedModel,
    hasEmbedded: () => store.has(),
    servers: usualServers,
    ask: async (baseUrl, limit) => {
      // Nobody named these servers, so no key goes to them.
      const models = await listServerModels({ baseUrl, apiKey: null, fetch }, limit);
      return models?.map((model) => model.id) ?? null;
    },
    endpoints: [...new Set(endpoints.map(baseUrlOf))],
    askEndpoint: (baseUrl, limit) => {
      const access = { baseUrl, apiKey: keys.keyFor(baseUrl), fetch: servers.fetch };
      return endpointModels(access, limit);
    },
    editorModels: async (limit) => (await settings.editor?.models.list(limit)) ?? [],
    checkpointModels: async (limit) => (await settings.checkpoints?.list(limit)) ?? [],
  };
  try {
    return await listModels(parts, signal);
  } finally {
    await servers.close();
  }
}
