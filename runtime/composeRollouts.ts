// Constructs the rollout server of a training run, as compose.ts constructs the runtime. A rollout is made of the same parts as in
// the editor and in the terminal; what differs is the policy, which keeps token ids.
import { availableParallelism, hostname, totalmem } from 'node:os';
import type { AgentRuntime } from './agentRuntime.ts';
import { compose, keptDocumentText, openDocuments, settingsFromEnvironment } from './compose.ts';
import { openAgent, readerFor, type AgentMeans } from './composeAgent.ts';
import { sleep } from './composeModels.ts';
import { findDataPack, poolOptions } from './composeSandboxes.ts';
import { recordedWeb, WebTools } from './composeWebTools.ts';
import { JudgeName } from './contract/judging.ts';
import type { WebWish } from './contract/web.ts';
import { ConversionCache } from './documents/conversionCache.ts';
import type { Judge } from './judge/judge.ts';
import { PatientJudge } from './judge/patientJudge.ts';
import { openServerFetch, type Fetch } from './policy/serverFetch.ts';
import { ServerKeys } from './policy/serverKeys.ts';
import { RolloutPolicy, type RolloutPolicyOptions } from './policy/training/rolloutPolicy.ts';
import { SingleTurnPolicy } from './policy/training/singleTurnPolicy.ts';
import type { AddedToken } from './policy/training/addedTokens.ts';
import { readAddedTokens } from './policy/training/readAddedTokens.ts';
import { lazyChat } from './policy/training/tokenChat.ts';
import { tokenServerProblem, type CheckedTokenServer } from './policy/training/tokenServerCheck.ts';
import { infrastructureCodes, TokenClient } from './policy/training/tokenClient.ts';
import { needsVerdict } from './reward/needsVerdict.ts';
import { rewardFunction } from './reward/rewardFunction.ts';
import { runRollout } from './rollout/runRollout.ts';
import { BatchMaker } from './rolloutServer/batchMaker.ts';
import { HttpServer } from './rolloutServer/httpServer.ts';
import { PolicyGate, type CurrentPolicy } from './rolloutServer/policyGate.ts';
import { readRun, type Run } from './rolloutServer/readRun.ts';
import { rolloutLimit, sandboxLayout } from './rolloutServer/rolloutLimit.ts';
import type { RolloutMaker, RolloutWish } from './rolloutServer/rolloutMaker.ts';
import { RolloutSampler } from './rolloutServer/rolloutSampler.ts';
import { RolloutService } from './rolloutServer/rolloutService.ts';
import type { RolledOut } from './rolloutServer/rolloutStatus.ts';
import { RunRecords } from './rolloutServer/runRecords.ts';
import type { Serving, ServingOptions, ServingWish } from './rolloutServer/serving.ts';
import { serviceRoutes } from './rolloutServer/serviceRoutes.ts';
import { StopFlag } from './rolloutServer/stopFlag.ts';
import { tidyCheckpoints } from './rolloutServer/tidyCheckpoints.ts';
import { PyodideSandboxPool } from './sandbox/pyodideSandboxPool.ts';
import type { CallTool } from './sandbox/sandbox.ts';
import type { RuntimeSettings } from './runtimeSettings.ts';
import { systemClock } from './support/clock.ts';
import { Closing } from './support/closing.ts';
import { HumanError } from './support/errors.ts';
import type { Tool } from './tools/tool.ts';

/** What rollouts of the run share. */
interface SharedParts {
  readonly run: Run;
  readonly agent: AgentMeans;
  readonly pool: PyodideSandboxPool;
  readonly judge: Judge;
  /** Tools for one rollout; null without a recording of the web. */
  readonly webTools: () => Promise<readonly Tool[] | null>;
  readonly fetch: Fetch;
  /** Of the tokenizer of the model. */
  readonly added: readonly AddedToken[];
  /** Fires when the server is closed. */
  readonly closed: AbortSignal;
}

/** Serves the run until it is closed. `distDirectory` holds the bundles. */
export async function serveRollouts(
  distDirectory: string,
  wish: ServingWish,
  options: ServingOptions,
): Promise<Serving> {
  const settings = settingsFromEnvironment(distDirectory);
  const run = await readRun(wish.folder, options.signal);
  const machine = { cores: availableParallelism(), memory: totalmem() };
  const limit = wish.rolloutsAtOnce ?? rolloutLimit(machine);
  const closing = new Closing();
  try {
    const opening = { settings, run, limit, web: recordedWeb(settings, wish.webReplay) };
    const shared = await openShared(opening, options, closing);
    const address = await listen(settings, shared, limit, wish, closing);
    const { runId } = run.job;
    const close = () => closing.close();
    return { runId, address, tasks: run.tasks.size, rolloutsAtOnce: limit, close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

interface Opening {
  readonly settings: RuntimeSettings;
  readonly run: Run;
  readonly limit: number;
  readonly web: WebWish;
}

async function openShared(
  { settings, run, limit, web }: Opening,
  options: ServingOptions,
  closing: Closing,
): Promise<SharedParts> {
  const added = await readAddedTokens(run.job.model);
  const runtime = compose(settings);
  closing.add(() => runtime.close());
  const servers = openServerFetch(settings.env);
  closing.add(() => servers.close());
  const converter = openDocuments(settings);
  closing.add(() => converter.close());
  const documents = new ConversionCache({ reader: converter, maxCharacters: keptDocumentText });
  const { distDirectory, log } = settings;
  const agent = { documents, dataPack: await findDataPack(settings), distDirectory, log };
  const reach = new WebTools({
    settings,
    documents: converter,
    keys: new ServerKeys(settings.env),
  });
  closing.add(() => reach.close());
  const webTools = () => reach.forRollout(web);
  refuseUnusableTasks(run, agent, await webTools());
  const judge = await openJudge(run, runtime, options);
  const layout = sandboxLayout(limit);
  const pool = new PyodideSandboxPool({
    ...(await poolOptions(settings, options.onProgress)),
    ...layout,
  });
  closing.add(() => pool.close());
  return { run, agent, pool, judge, webTools, fetch: servers.fetch, added, closed: closing.signal };
}

async function listen(
  { log }: RuntimeSettings,
  shared: SharedParts,
  limit: number,
  { address }: ServingWish,
  closing: Closing,
): Promise<ServingWish['address']> {
  const { folder, job, training, tasks } = shared.run;
  const gate = new PolicyGate();
  const records = new RunRecords(folder);
  const modelOf = newestModel(shared);
  const sampler = new RolloutSampler({
    runId: job.runId,
    tasks,
    maker: makeRollouts(modelOf, shared, limit),
  });
  const tidying = { keep: job.keep, log: log.topic('rollouts'), signal: closing.signal };
  const service = new RolloutService({
    folder,
    job,
    settings: training,
    taskIds: [...tasks.keys()],
    gate,
    maker: new BatchMaker({ settings: training, gate, sampler, records, clock: systemClock }),
    records,
    stop: new StopFlag(folder),
    onCheckpoint: () => tidyCheckpoints(folder, tidying),
    tokenServerProblem: (policy, trainer, signal) =>
      tokenServerProblem(checked(modelOf(policy), policy), trainer, signal),
  });
  const server = new HttpServer({ routes: serviceRoutes(service), log: log.topic('rollouts') });
  const listening = await server.listen(address);
  closing.add(() => service.abort());
  closing.add(() => server.close());
  await shared.pool.warm();
  return listening;
}

/** In training no model sees, and nothing is run again. */
const fixed = { vision: null, recorded: null };

/** A task that cannot be rolled out would fail at each visit. @throws HumanError that names it */
function refuseUnusableTasks(
  { tasks, job: { recipe } }: Run,
  agent: AgentMeans,
  webTools: readonly Tool[] | null,
): void {
  for (const { task, files } of tasks.values()) {
    openAgent({ task, files, recipe, reader: null, webTools, ...fixed }, agent);
  }
}

/** A judge on a server of its own may be started again; the rollouts that it is to grade are worth more than the wait. */
const judgePatience = { patienceMilliseconds: 10 * 60_000, pauseMilliseconds: 5000 };

async function openJudge(
  { training, job: { recipe } }: Run,
  runtime: AgentRuntime,
  options: ServingOptions,
): Promise<Judge> {
  const name = JudgeName.safeParse(needsVerdict(recipe.reward) ? training.judge : 'rule');
  if (!name.success) {
    throw new HumanError(
      `Recipe ${recipe.name} names a judge "${training.judge}"; there are ${JudgeName.options.join(', ')}.`,
    );
  }
  const model = training.judgeModel ?? 'embedded';
  const choice = { name: name.data, model, asks: 1, taught: { version: 1 as const, examples: [] } };
  const judge = await runtime.openJudge(choice, options);
  return new PatientJudge({ judge, ...judgePatience, clock: systemClock, sleep });
}

type ModelOf = (policy: CurrentPolicy) => OpenedModel;

function makeRollouts(modelOf: ModelOf, shared: SharedParts, limit: number): RolloutMaker {
  return {
    limit,
    rollOut: (wish, signal) => rollOut(wish, modelOf(wish.policy), shared, signal),
  };
}

/** One client and one chat for the check of a policy and all its rollouts. */
function newestModel(shared: SharedParts): ModelOf {
  let newest: { readonly policy: CurrentPolicy; readonly model: OpenedModel } | null = null;
  return (policy) => {
    if (newest?.policy !== policy) newest = { policy, model: openModel(policy, shared) };
    return newest.model;
  };
}

function checked({ server, chat }: OpenedModel, { baseUrls }: CurrentPolicy): CheckedTokenServer {
  return {
    where: baseUrls.join(', '),
    tokenizer: (signal) => server.tokenizer(signal),
    textIds: (text, signal) => server.textIds(text, signal),
    chat,
  };
}

interface OpenedModel extends Omit<RolloutPolicyOptions, 'signal'> {
  readonly server: TokenClient;
}

function openModel({ version, model, baseUrls }: CurrentPolicy, shared: SharedParts): OpenedModel {
  const { fetch, closed, run, added } = shared;
  const clock = systemClock;
  const server = new TokenClient({
    model,
    baseUrls,
    fetch,
    clock,
    random: Math.random,
    sleep,
    timeoutMilliseconds: run.training.requestTimeoutMilliseconds,
  });
  const name = `checkpoint:${run.job.runId}/${version}`;
  return { model: name, server, chat: lazyChat(server, added, closed), clock };
}

async function rollOut(
  wish: RolloutWish,
  model: OpenedModel,
  { run, agent: means, pool, judge, webTools }: SharedParts,
  stop: AbortSignal,
): Promise<RolledOut> {
  const { task, files, seed, policy, sink, trajectoryId } = wish;
  const { recipe } = run.job;
  const late = AbortSignal.timeout(run.training.rolloutTimeoutMilliseconds);
  const signal = AbortSignal.any([stop, late]);
  const reader = readerFor(new SingleTurnPolicy({ ...model, signal }), seed);
  const tools = { webTools: await webTools(), ...fixed };
  const agent = openAgent({ task, files, recipe, reader, ...tools }, means);
  let toolBroke = false;
  const trajectory = await runRollout(
    {
      trajectoryId,
      task,
      files,
      recipe,
      importsAtHand: agent.importsAtHand,
      seed,
      policyVersion: policy.version,
      quarantine: null,
      branch: null,
      writer: { pid: process.pid, host: hostname() },
      signal,
    },
    {
      ...agent,
      policy: new RolloutPolicy({ ...model, signal }),
      pool,
      kept: null,
      callTool: watched(agent.callTool, () => (toolBroke = true)),
      judge,
      reward: rewardFunction,
      sink,
      clock: systemClock,
      onEvent: () => undefined,
    },
  );
  const timedOut = late.aborted && !stop.aborted;
  return { trajectory, timedOut, toolBroke, infrastructureCodes };
}

/** Tells when a tool answers that it broke itself, as toolBox.ts has it. */
function watched(callTool: CallTool, onBroken: () => void): CallTool {
  return async (name, args, signal) => {
    const answer = await callTool(name, args, signal);
    if (!answer.ok && answer.pythonType === 'ToolError') onBroken();
    return answer;
  };
}
