// The only file that constructs services. Reads top to bottom: the environment, then one small factory for each part,
// then the runtime that holds them. Heavy parts are imported when they are first needed.
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  AgentRuntime,
  CheckedReach,
  PreviewRequest,
  RolloutEnding,
  RolloutOptions,
  RolloutPreview,
} from './agentRuntime.ts';
import { type AgentMeans, openAgent, openTools, readerFor } from './composeAgent.ts';
import { Judges } from './composeJudges.ts';
import { askModels, type ModelMeans, openPolicy, replayPolicy } from './composeModels.ts';
import {
  fetchDataPack,
  findDataPack,
  hasSnapshot,
  offerDataPack,
  openSandboxes,
} from './composeSandboxes.ts';
import { WebTools } from './composeWebTools.ts';
import type { TablePage } from './contract/requests.ts';
import { noWeb } from './contract/web.ts';
import { ConversionCache } from './documents/conversionCache.ts';
import type { DocumentReader } from './documents/document.ts';
import { DocumentConverter } from './documents/documentConverter.ts';
import type { NamedCheck } from './health/healthCheck.ts';
import { machineChecks } from './health/machineChecks.ts';
import {
  LocalRuntime,
  type LocalRuntimeParts,
  type RolloutMeans,
  type Scratch,
  type TableMeans,
} from './localRuntime.ts';
import { packageFolder } from './packageFolder.ts';
import { embeddedModel } from './policy/embeddedModel.ts';
import { openEmbeddedModelStore } from './policy/embeddedModelStore.ts';
import { pythonCommands } from './policy/modelSources/pipSource.ts';
import type { Policy } from './policy/policy.ts';
import { ServerKeys } from './policy/serverKeys.ts';
import { tryPolicy } from './policy/tryPolicy.ts';
import { rewardFunction } from './reward/rewardFunction.ts';
import { taskOfStep } from './rollout/branch.ts';
import { previewRollout } from './rollout/previewRollout.ts';
import { runRollout } from './rollout/runRollout.ts';
import type { SandboxPool } from './sandbox/sandbox.ts';
import { TrajectoryStore } from './store/trajectoryStore.ts';
import type { RuntimeSettings } from './runtimeSettings.ts';
import { SharedSandboxes } from './sharedSandboxes.ts';
import { cacheDirectory } from './support/cacheDirectory.ts';
import { systemClock } from './support/clock.ts';
import { errorMessage, HumanError } from './support/errors.ts';
import { createLog, openFileLog, parseLogLevel, type Log } from './support/log.ts';
import { PolicyVision } from './tools/visionModel.ts';

export interface Composed {
  readonly runtime: AgentRuntime;
  readonly log: Log;
}

/** The runtime as this process's environment asks for it. `distDirectory` holds the bundles. */
export function composeFromEnvironment(
  distDirectory: string,
  own: Pick<RuntimeSettings, 'editor' | 'checkpoints' | 'rolloutsAtOnce'>,
): Composed {
  const settings = { ...settingsFromEnvironment(distDirectory), ...own };
  return { log: settings.log, runtime: compose(settings) };
}

/** Those of a terminal that reaches no machines. */
export function settingsFromEnvironment(distDirectory: string): RuntimeSettings {
  const { env, platform } = process;
  const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
  const log = openLog(env, cache);
  const own = { editor: null, checkpoints: null };
  return { distDirectory, cacheDirectory: cache, platform, env, log, ...own };
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
  const web = new WebTools({ settings, documents: converter, keys });
  const parts: LocalRuntimeParts = {
    clock: systemClock,
    log: log.topic('runtime'),
    openPolicy: (model, options) => openPolicy(model, { settings, store, keys }, options),
    openJudge: (choice, options) => judges.open(choice, options),
    replayPolicy,
    openScratch,
    sandboxes: new SharedSandboxes((onProgress) => openSandboxes(settings, onProgress)),
    openSink: (file) => TrajectoryStore.open(file),
    runRollout: async (means, options) =>
      rollOut(await withLabels(means, settings), options, { documents, web, settings }),
    preview: (request, policy) => preview(request, policy, { documents, web, settings }),
    readTable: (means, signal) => readTable(means, documents, settings, signal),
    listModels: (signal, endpoints) => askModels({ settings, store, keys }, endpoints, signal),
    tryPolicy,
    setKeys: (given) => keys.set(given),
    checks: (pool, reach) => checks({ settings, store, keys }, pool, reach),
    hasModel: () => store.has(),
    fetchModel: async (options) => {
      await store.ensure(options);
    },
    hasSnapshot: () => hasSnapshot(settings),
    offerDataPack: () => offerDataPack(settings),
    installDataPack: (options) => fetchDataPack(settings, options),
    close: async () => {
      await Promise.all([web.close(), converter.close(), judges.close()]);
    },
  };
  return new LocalRuntime(parts);
}

function openLog(env: RuntimeSettings['env'], cache: string): Log {
  const asked = parseLogLevel(env['TOOL_R1_LOG'] ?? '');
  if (asked !== null) return createLog(asked, process.stderr);
  return openFileLog('info', cache, systemClock.now());
}

export function openDocuments({ distDirectory, env }: RuntimeSettings): DocumentConverter {
  return new DocumentConverter({
    workerFile: pathToFileURL(path.join(distDirectory, 'documentWorker.mjs')),
    settings: { ocr: true, asrModel: env['TOOL_R1_ASR_MODEL'] || null },
    maxThreads: 1,
  });
}

/** Characters of converted documents that are kept for the next rollout on the same files. */
export const keptDocumentText = 20_000_000;

async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-replay-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

function checks(
  { settings, store, keys }: ModelMeans,
  pool: () => Promise<SandboxPool>,
  reach: CheckedReach,
): readonly NamedCheck[] {
  const { env } = settings;
  return machineChecks({
    nodeVersion: process.versions.node,
    cacheDirectory: settings.cacheDirectory,
    model: { title: embeddedModel.title, has: () => store.has() },
    loadGgufEngine: () => import('node-llama-cpp'),
    loadOnnxEngine: () => import('onnxruntime-node'),
    ocrData: path.join(packageFolder('@tesseract.js-data/eng/package.json'), '4.0.0_best_int'),
    speechModel: settings.env['TOOL_R1_ASR_MODEL'] || null,
    pythonCommands: pythonCommands(settings.platform),
    search: {
      search: reach.search ?? (env['TOOL_R1_SEARCH'] || 'duckduckgo'),
      hasKey: (address, variable) =>
        keys.givenFor(address) !== null || Boolean(env[variable]?.trim()),
    },
    visionModel: reach.visionModel ?? (env['TOOL_R1_VISION_MODEL'] || null),
    dataPack: async () => (await findDataPack(settings))?.packages ?? null,
    guarantees: async () => (await pool()).probe(),
  });
}

/** Labels that cannot be read stand for nothing; the rollout goes on without them. */
async function withLabels(means: RolloutMeans, settings: RuntimeSettings): Promise<RolloutMeans> {
  const { labelsOf } = means.request;
  if (labelsOf === undefined) return means;
  const [{ readWorkspaceLabels }, { labelledJudge }] = await Promise.all([
    import('./labels/workspaceLabels.ts'),
    import('./labels/labelledJudge.ts'),
  ]);
  try {
    const labels = await readWorkspaceLabels(labelsOf);
    return { ...means, judge: labelledJudge(means.judge, labels) };
  } catch (error) {
    settings.log.topic('runtime').warn(`labels are not used: ${errorMessage(error)}`);
    return means;
  }
}

/** What rollouts of a process have in common. */
interface SharedByRollouts {
  readonly settings: RuntimeSettings;
  readonly documents: DocumentReader;
  readonly web: WebTools;
}

async function agentMeans({ settings, documents }: SharedByRollouts): Promise<AgentMeans> {
  const { log, distDirectory } = settings;
  return { documents, dataPack: await findDataPack(settings), distDirectory, log };
}

/** A rollout with the tools of the agent and a reader on the same model. */
async function rollOut(
  { request, policy, sandboxes, judge, vision, sink }: RolloutMeans,
  { signal, onEvent }: RolloutOptions,
  shared: SharedByRollouts,
): Promise<RolloutEnding> {
  const { trajectoryId, task, files, recipe, seed, branch, outputFolder: quarantine } = request;
  // A further question is about the state that the first one was about.
  const first = branch === null ? task : taskOfStep(branch.parent.started, 1);
  const agent = openAgent(
    {
      task: first,
      files,
      recipe,
      reader: readerFor(policy, seed),
      webTools: await shared.web.forRollout(request.web ?? noWeb),
      vision: vision === null ? null : new PolicyVision({ policy: vision, seed }),
      recorded: request.recordedTools ?? null,
    },
    await agentMeans(shared),
  );
  const { ended } = await runRollout(
    {
      trajectoryId,
      task,
      files,
      recipe,
      importsAtHand: agent.importsAtHand,
      seed,
      policyVersion: 0,
      quarantine,
      branch,
      writer: { pid: process.pid, host: hostname() },
      signal,
    },
    {
      policy,
      ...agent,
      ...sandboxes,
      judge,
      reward: rewardFunction,
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

async function preview(
  { task, files, recipe, web }: PreviewRequest,
  policy: Policy,
  shared: SharedByRollouts,
): Promise<RolloutPreview> {
  const reader = readerFor(policy, 0);
  const wish = { task, files, recipe, reader, vision: null, recorded: null };
  const webTools = await shared.web.forRollout(web ?? noWeb);
  const agent = openAgent({ ...wish, webTools }, await agentMeans(shared));
  return previewRollout({ task, files, recipe, policy, ...agent });
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
    const { recipe, tools } = trajectory.started;
    const wish = { files, recipe, reader, webTools: null, vision: null, recorded: tools };
    const { signatures, callTool } = openTools(wish, { documents, log: settings.log });
    return { trajectory, files, tools: signatures, callTool };
  };
  return tables.read({ ...request, place: { trajectoryId, step }, open }, signal);
}
