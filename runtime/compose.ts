// The only file that constructs services. Reads top to bottom: the environment, then one small factory for each part,
// then the runtime that holds them. Heavy parts are imported when they are first needed.
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, homedir, hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type {
  AgentRuntime,
  DataPackOffer,
  PreparationOptions,
  RolloutEnding,
  RolloutOptions,
} from './agentRuntime.ts';
import { toolR1 } from './agent/protocols/toolR1.ts';
import { Judges } from './composeJudges.ts';
import type { TablePage } from './contract/requests.ts';
import type { Trajectory } from './contract/trajectory.ts';
import { ConversionCache } from './documents/conversionCache.ts';
import type { DocumentReader } from './documents/document.ts';
import { DocumentConverter } from './documents/documentConverter.ts';
import type { NamedCheck } from './health/healthCheck.ts';
import { machineChecks } from './health/machineChecks.ts';
import {
  LocalRuntime,
  type LocalRuntimeParts,
  type RolloutMeans,
  type Sandboxes,
  type Scratch,
  type TableMeans,
} from './localRuntime.ts';
import type { EditorModels } from './policy/editorModels.ts';
import { embeddedModel } from './policy/embeddedModel.ts';
import { openEmbeddedModelStore } from './policy/embeddedModelStore.ts';
import { listModels, usualServers, type ModelListingParts } from './policy/modelListing.ts';
import { parseModelName, type ServerModel } from './policy/modelName.ts';
import { pythonCommands } from './policy/modelSources/pipSource.ts';
import type { ModelStore } from './policy/modelStore.ts';
import type { Policy } from './policy/policy.ts';
import { baseUrlOf, ServerKeys } from './policy/serverKeys.ts';
import { tryPolicy } from './policy/tryPolicy.ts';
import { toolR1Reward } from './reward/toolR1Reward.ts';
import { KeptEpisodes } from './rollout/keptEpisodes.ts';
import { runRollout } from './rollout/runRollout.ts';
import { TableReader } from './rollout/tableReader.ts';
import type { DataPack, DataPackPlace } from './sandbox/dataPack.ts';
import type { SandboxPool } from './sandbox/sandbox.ts';
import type { SandboxPoolOptions } from './sandbox/sandboxOptions.ts';
import { TrajectoryStore } from './store/trajectoryStore.ts';
import { cacheDirectory } from './support/cacheDirectory.ts';
import type { ChosenFiles } from './support/chosenFiles.ts';
import { systemClock } from './support/clock.ts';
import { errorMessage, HumanError } from './support/errors.ts';
import { createLog, openFileLog, parseLogLevel, type Log } from './support/log.ts';
import type { OnProgress } from './support/progress.ts';
import { finalAnswer } from './tools/finalAnswer.ts';
import { inspectFileAsText } from './tools/inspectFileAsText.ts';
import { defaultReaderLimits, PolicyReader } from './tools/policyReader.ts';
import type { Reader } from './tools/tool.ts';
import { createToolBox, type ToolBox } from './tools/toolBox.ts';

/** Where things are and what the person set; read once. */
export interface RuntimeSettings {
  readonly distDirectory: string;
  readonly cacheDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What a process that stays and belongs to an editor has beyond a terminal; null for a terminal. */
  readonly editor: EditorSettings | null;
}

export interface EditorSettings {
  readonly models: EditorModels;
}

export interface Composed {
  readonly runtime: AgentRuntime;
  readonly log: Log;
}

/** The runtime as this process's environment asks for it. `distDirectory` holds the bundles. */
export function composeFromEnvironment(
  distDirectory: string,
  editor: EditorSettings | null = null,
): Composed {
  const { env, platform } = process;
  const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
  const log = openLog(env, cache);
  return {
    log,
    runtime: compose({ distDirectory, cacheDirectory: cache, platform, env, log, editor }),
  };
}

export function compose(settings: RuntimeSettings): AgentRuntime {
  const { log } = settings;
  const store = openEmbeddedModelStore({
    cache: settings.cacheDirectory,
    platform: settings.platform,
    env: settings.env,
    namedFile: settings.env['TOOL_R1_MODEL_FILE'] ?? null,
  });
  const converter = openDocuments(settings);
  const documents = new ConversionCache({ reader: converter, maxCharacters: keptDocumentText });
  const keys = new ServerKeys(settings.env);
  const judges = new Judges(settings);
  const parts: LocalRuntimeParts = {
    clock: systemClock,
    log: log.topic('runtime'),
    openPolicy: (model, options) => openPolicy(model, { settings, store, keys }, options),
    openJudge: (choice, options) => judges.open(choice, options),
    replayPolicy,
    openScratch,
    openSandboxes: (onProgress) => openSandboxes(settings, onProgress),
    openSink: (file) => TrajectoryStore.open(file),
    runRollout: (means, options) => rollOut(means, options, documents, settings),
    readTable: (means, signal) => readTable(means, documents, settings, signal),
    listModels: (signal, endpoints) => askModels({ settings, store, keys }, endpoints, signal),
    tryPolicy,
    setKeys: (given) => keys.set(given),
    checks: (pool) => checks(settings, store, pool),
    hasModel: () => store.has(),
    fetchModel: async (options) => {
      await store.ensure(options);
    },
    hasSnapshot: () => hasSnapshot(settings),
    offerDataPack: () => offerDataPack(settings),
    installDataPack: (options) => fetchDataPack(settings, options),
    close: async () => {
      await Promise.all([converter.close(), judges.close()]);
    },
  };
  return new LocalRuntime(parts);
}

function openLog(env: RuntimeSettings['env'], cache: string): Log {
  const asked = parseLogLevel(env['TOOL_R1_LOG'] ?? '');
  if (asked !== null) return createLog(asked, process.stderr);
  return openFileLog('info', cache, systemClock.now());
}

/** Where a package of node_modules lies; `file` is one that it lets others see. */
function packageFolder(file: string): string {
  return path.dirname(createRequire(import.meta.url).resolve(file));
}

function openDocuments({ distDirectory, env }: RuntimeSettings): DocumentConverter {
  return new DocumentConverter({
    workerFile: pathToFileURL(path.join(distDirectory, 'documentWorker.mjs')),
    settings: { ocr: true, asrModel: env['TOOL_R1_ASR_MODEL'] || null },
    maxThreads: 1,
  });
}

/** Characters of converted documents that are kept for the next rollout on the same files. */
const keptDocumentText = 20_000_000;

/** A seed for requests that have none. */
const newSeed = (): number => randomInt(2 ** 32);

const sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await delay(milliseconds, undefined, { signal });
};

/** What finding and opening a model takes. */
interface ModelMeans {
  readonly settings: RuntimeSettings;
  readonly store: ModelStore;
  readonly keys: ServerKeys;
}

async function openPolicy(
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
    case 'editor':
      return openEditorPolicy(model.id, settings);
  }
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

async function replayPolicy(trajectory: Trajectory): Promise<Policy> {
  const { ReplayPolicy } = await import('./policy/replayPolicy.ts');
  const name = trajectory.started.trajectoryId;
  const replies = trajectory.steps.map((step) => step.reply);
  const recording = { name, replies, pauseMilliseconds: 0 };
  return new ReplayPolicy({ recording, clock: systemClock, sleep });
}

async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-replay-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function poolOptions(
  settings: RuntimeSettings,
  onProgress: OnProgress,
): Promise<SandboxPoolOptions> {
  const log = settings.log.topic('sandbox');
  return {
    distDirectory: settings.distDirectory,
    pyodideDirectory: packageFolder('pyodide/pyodide.mjs'),
    cacheDirectory: settings.cacheDirectory,
    processes: 1,
    // A namespace that is kept must not make the next rollout wait.
    workersPerProcess: settings.editor === null ? 1 : 2,
    dataPack: await findDataPack(settings),
    onProgress,
    log: (level: 'debug' | 'info' | 'warn', message: string) => log[level](message),
  };
}

async function openSandboxes(
  settings: RuntimeSettings,
  onProgress: OnProgress,
): Promise<Sandboxes> {
  const { PyodideSandboxPool } = await import('./sandbox/pyodideSandboxPool.ts');
  const pool = new PyodideSandboxPool(await poolOptions(settings, onProgress));
  await pool.warm();
  if (settings.editor === null) return { pool, kept: null, tables: null };
  const kept = keepEpisodes(pool, settings.log);
  return { pool, kept, tables: new TableReader(kept) };
}

function keepEpisodes(pool: SandboxPool, log: Log): KeptEpisodes {
  return new KeptEpisodes({
    pool,
    maxKept: 2,
    maxAgeMilliseconds: 15 * 60_000,
    patienceMilliseconds: 400,
    onProblem: (error) =>
      log.topic('sandbox').warn('A sandbox was not given back', {
        error: errorMessage(error),
      }),
  });
}

async function hasSnapshot(settings: RuntimeSettings): Promise<boolean> {
  const { SnapshotCache } = await import('./sandbox/snapshotCache.ts');
  const options = await poolOptions(settings, () => undefined);
  const sandbox = path.join(settings.distDirectory, 'sandbox');
  const cache = await SnapshotCache.locate({
    ...options,
    dataPack: options.dataPack ?? null,
    kernelDirectory: path.join(sandbox, 'kernel'),
    builder: path.join(sandbox, 'sandboxChild.mjs'),
  });
  return (await cache.load()) !== null;
}

async function askModels(
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
  };
  try {
    return await listModels(parts, signal);
  } finally {
    await servers.close();
  }
}

function checks(
  settings: RuntimeSettings,
  store: ModelStore,
  pool: () => Promise<SandboxPool>,
): readonly NamedCheck[] {
  return machineChecks({
    nodeVersion: process.versions.node,
    cacheDirectory: settings.cacheDirectory,
    model: { title: embeddedModel.title, has: () => store.has() },
    loadGgufEngine: () => import('node-llama-cpp'),
    loadOnnxEngine: () => import('onnxruntime-node'),
    ocrData: path.join(packageFolder('@tesseract.js-data/eng/package.json'), '4.0.0_best_int'),
    speechModel: settings.env['TOOL_R1_ASR_MODEL'] || null,
    pythonCommands: pythonCommands(settings.platform),
    dataPack: async () => (await findDataPack(settings))?.packages ?? null,
    guarantees: async () => (await pool()).probe(),
  });
}

async function findDataPack(settings: RuntimeSettings): Promise<DataPack | null> {
  const { loadDataPack } = await import('./sandbox/dataPack.ts');
  return loadDataPack(dataPackPlace(settings));
}

function dataPackPlace({ cacheDirectory }: RuntimeSettings): DataPackPlace {
  return { cacheDirectory, pyodideDirectory: packageFolder('pyodide/pyodide.mjs') };
}

async function offerDataPack(settings: RuntimeSettings): Promise<DataPackOffer> {
  const { describeDataPack } = await import('./sandbox/dataPackInstall.ts');
  return describeDataPack(dataPackPlace(settings), settings.env['TOOL_R1_DATA_PACK_URL']);
}

async function fetchDataPack(
  settings: RuntimeSettings,
  options: PreparationOptions,
): Promise<void> {
  const { installDataPack } = await import('./sandbox/dataPackInstall.ts');
  const source = settings.env['TOOL_R1_DATA_PACK_URL'];
  await installDataPack(dataPackPlace(settings), {
    ...options,
    ...(source === undefined ? {} : { source }),
  });
}

/** A rollout with the tools of the agent and a reader on the same model. */
async function rollOut(
  { request, policy, sandboxes, judge, sink }: RolloutMeans,
  { signal, onEvent }: RolloutOptions,
  documents: DocumentReader,
  settings: RuntimeSettings,
): Promise<RolloutEnding> {
  const { trajectoryId, task, files, recipe, seed, branch, outputFolder: quarantine } = request;
  const tools = openTools(documents, settings, files, readerFor(policy, seed));
  const { importsAtHand } = await import('./sandbox/importsAtHand.ts');
  const atHand = importsAtHand(recipe.sandbox.allowedImports, await findDataPack(settings));
  const { ended } = await runRollout(
    {
      trajectoryId,
      task,
      files,
      recipe,
      importsAtHand: atHand,
      seed,
      policyVersion: 0,
      quarantine,
      branch,
      writer: { pid: process.pid, host: hostname() },
      signal,
    },
    {
      policy,
      protocol: toolR1,
      ...sandboxes,
      tools: tools.signatures,
      callTool: tools.callTool,
      judge,
      reward: toolR1Reward,
      sink,
      clock: systemClock,
      onEvent,
    },
  );
  return {
    stopReason: ended?.stopReason ?? 'failure',
    failure: ended?.failure ?? null,
  };
}

function openTools(
  documents: DocumentReader,
  settings: RuntimeSettings,
  files: ChosenFiles,
  reader: Reader | null,
): ToolBox {
  return createToolBox({
    tools: [finalAnswer, inspectFileAsText(documents)],
    context: { files, reader },
    log: settings.log.topic('tools'),
  });
}

async function readTable(
  { request, sandboxes: { tables }, openedPolicy }: TableMeans,
  documents: DocumentReader,
  settings: RuntimeSettings,
  signal: AbortSignal,
): Promise<TablePage> {
  if (tables === null) throw new HumanError('Values can be looked at inside VS Code only.');
  const { trajectoryId, step, load } = request;
  const open = async () => {
    const { trajectory, files } = await load();
    const { model, seed } = trajectory.started;
    const policy = await openedPolicy(model);
    const reader = policy === null ? null : readerFor(policy, seed);
    const { signatures, callTool } = openTools(documents, settings, files, reader);
    return { trajectory, files, tools: signatures, callTool };
  };
  return tables.read({ ...request, place: { trajectoryId, step }, open }, signal);
}

/** Recorded replies answer no other question, so a replay has no reader and the tool says so. */
function readerFor(policy: Policy, seed: number): Reader | null {
  if (policy.model.startsWith('replay:')) return null;
  return new PolicyReader({ policy, ...defaultReaderLimits, seed });
}
