// Makes the folder of a machine that samples for a run that trains elsewhere, or takes up one that is there, and starts its supervisor.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunJob } from '../contract/training/runFolder.ts';
import { SamplerJob } from '../contract/training/samplerJob.ts';
import type { SamplerPlace } from '../contract/training/samplerPlace.ts';
import { twoFreePorts } from '../launch/freePorts.ts';
import { policySync } from '../launch/jobSettings.ts';
import { readModelFolder } from '../launch/modelFolder.ts';
import { deviceOf } from '../launch/networkRoute.ts';
import { samplerCommands } from '../launch/samplerCommands.ts';
import { samplerKey } from '../launch/samplerKey.ts';
import { startSupervisor } from '../launch/startSupervisor.ts';
import { threadsOf } from '../launch/threadsOf.ts';
import { readRecipe } from '../recipes/readRecipe.ts';
import { replaceFile } from '../store/atomicFile.ts';
import { refuseTakenFolder } from '../store/runs/makeRun.ts';
import { runFiles } from '../store/runs/runFiles.ts';
import { HumanError } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import type { CommandContext } from './command.ts';
import { preparedPython } from './trainPrepare.ts';

export interface SamplerWish {
  /** Absolute. */
  readonly folder: string;
  readonly model: string;
  readonly recipe: string;
  readonly device: RunJob['device'];
  /** IPv4 address of this machine. */
  readonly host: string;
  /** Graphics cards by index. */
  readonly cards: readonly number[];
}

export type StartedSampler = Omit<SamplerPlace, 'machine'>;

/** A sampler without the processes that make it. */
type AskedSampler = Pick<
  SamplerJob,
  | 'version'
  | 'kind'
  | 'runId'
  | 'createdAt'
  | 'model'
  | 'device'
  | 'recipe'
  | 'policySync'
  | 'host'
  | 'cards'
  | 'silenceSeconds'
  | 'totalSteps'
>;

/** Half an hour: longer than any break of a network that a run survives, and no night of an idle card. */
const silenceSeconds = 1800;

/** Comes back after the first heartbeat. @throws HumanError when it cannot be started */
export async function startSampler(
  context: CommandContext,
  { folder, model, recipe: name, device, host, cards }: SamplerWish,
): Promise<StartedSampler> {
  await refuseTakenFolder(folder);
  const recipe = await readRecipe(name, context.cwd);
  return launch(context, folder, {
    version: 1,
    kind: 'sampler',
    runId: path.basename(folder),
    createdAt: context.now(),
    model: (await readModelFolder(path.resolve(context.cwd, model))).folder,
    device,
    recipe,
    policySync: policySync(device, recipe),
    host,
    cards: [...cards],
    silenceSeconds,
    totalSteps: null,
  });
}

/** With what it was started with before. @throws HumanError when there is none */
export async function startSamplerAgain(
  context: CommandContext,
  folder: string,
): Promise<StartedSampler> {
  const text = await readFile(runFiles(folder).job, 'utf8').catch(() => '');
  const parsed = parseJson(SamplerJob, text);
  if (parsed.ok) return launch(context, folder, parsed.value);
  throw new HumanError(`${folder} holds no sampler that could be started again.`);
}

async function launch(
  context: CommandContext,
  folder: string,
  asked: AskedSampler,
): Promise<StartedSampler> {
  refuseWithoutKey(context);
  const { trainerFolder } = context.training;
  const [tokens, receiver] = await twoFreePorts(null, asked.host);
  const python = await preparedPython(context, asked.device);
  const job = withProcesses(context, asked, { folder, python, ports: { tokens, receiver } });
  await replaceFile(runFiles(folder).job, [`${JSON.stringify(job, null, 2)}\n`]);
  await startSupervisor({ python, trainerFolder, folder, env: context.env });
  return { folder, host: asked.host, tokenPort: tokens, receiverPort: receiver };
}

function withProcesses(
  { env, training }: CommandContext,
  asked: AskedSampler,
  place: {
    readonly folder: string;
    readonly python: string;
    readonly ports: { readonly tokens: number; readonly receiver: number };
  },
): SamplerJob {
  const { host, cards } = asked;
  const { trainerFolder, queueFolder } = training;
  const rest = { trainerFolder, host, device: deviceOf(host), cards, threads: threadsOf(env) };
  return {
    ...asked,
    processes: {
      tokenPort: place.ports.tokens,
      receiverPort: place.ports.receiver,
      commands: samplerCommands(asked, { ...place, ...rest }),
      queue: cards.length === 0 ? null : { folder: queueFolder, gpus: cards },
    },
  };
}

function refuseWithoutKey({ env }: CommandContext): void {
  if ((env[samplerKey] ?? '') !== '') return;
  throw new HumanError(
    `A sampler is started for a run that trains elsewhere: tool-r1 train --machine NAME --sampler NAME. By hand, both need the same ${samplerKey}.`,
  );
}
