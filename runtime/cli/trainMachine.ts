// `tool-r1 train --machine NAME`: the same as without, on an attached machine. The run goes on there by itself; Ctrl+C only ends the
// looking on.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MachineName } from '../contract/machine.ts';
import { TrainingWish } from '../contract/training/trainingRequests.ts';
import { choiceOf } from '../remote/launch/gpuSplitFor.ts';
import { watchThere } from '../remote/launch/watchThere.ts';
import type { MachineServices } from '../remote/machineServices.ts';
import type { WatchEnding } from '../store/runs/watchRun.ts';
import { HumanError } from '../support/errors.ts';
import { check } from '../support/parseJson.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { ProgressLine } from './progressLine.ts';
import { sanitise } from './sanitise.ts';
import type { TrainOptions } from './trainCommand.ts';
import { showPlan } from './trainPlanView.ts';
import { TrainEvents, TrainView } from './trainView.ts';

const lookMilliseconds = 2000;

export async function trainMachine(
  context: CommandContext,
  machine: MachineName,
  options: TrainOptions,
): Promise<ExitCode> {
  const services = await context.openMachines();
  const { signal } = context.interrupts;
  const call = { context, services, machine, options };
  if (options.dryRun) return dryRun(call);
  const named = options.watch ?? options.stop;
  if (named !== null) {
    const folder = await folderThere(call, named);
    if (options.stop !== null) await stopThere(call, folder);
    return look(call, folder);
  }
  const { folder } = await withProgress(context, (onProgress) =>
    options.resume
      ? resumeThere(call, onProgress)
      : services.training.start(wishOf(call), { signal, onProgress }),
  );
  context.terminal.message(`Run ${sanitise(folder)} on ${sanitise(machine)}`);
  if (!options.detach) return look(call, folder);
  context.terminal.message(`Look on: ${again(call, '--watch', folder)}`);
  return exitCodes.ok;
}

interface Call {
  readonly context: CommandContext;
  readonly services: MachineServices;
  readonly machine: MachineName;
  readonly options: TrainOptions;
}

async function dryRun({ context, services, ...call }: Call): Promise<ExitCode> {
  const { terminal, interrupts } = context;
  const { signal } = interrupts;
  const wish = wishOf({ context, services, ...call });
  const plan = await withProgress(context, (onProgress) =>
    services.training.plan(wish, { signal, onProgress }),
  );
  if (call.options.json) terminal.line(JSON.stringify(plan));
  else showPlan(terminal, plan);
  return plan.checks.some(({ state }) => state === 'fail') ? exitCodes.unexpected : exitCodes.ok;
}

function wishOf({ context, machine, options }: Call): TrainingWish {
  const { tasks, model, out, port, gpus } = options;
  const missing = Object.entries({ tasks, model }).find(([, value]) => value === null);
  if (missing !== undefined) {
    throw new HumanError(
      `Training needs --${missing[0]}. tool-r1 train --help shows how to call it.`,
    );
  }
  if (port !== null) {
    throw new HumanError('--port cannot be given with --machine: the machine chooses free ones.');
  }
  const wish = check(TrainingWish, {
    machine,
    workspace: context.cwd,
    name: out,
    recipe: options.recipe ?? 'tool-r1',
    tasks,
    model,
    device: options.device ?? 'cpu',
    changes: options.changes,
    seed: options.seed,
    steps: options.steps,
    ...(options.saveEvery === null ? {} : { saveEverySteps: options.saveEvery }),
    ...(options.keep === null ? {} : { keep: options.keep }),
    gpus: gpus === null ? null : choiceOf(gpus),
    sampler: options.sampler,
    samplerAddress: options.samplerAddress,
  });
  if (wish.ok) return wish.value;
  throw new HumanError(`With --machine, --out is the name of the run alone: ${wish.problem}`);
}

/** The name of a run stands for its folder below ~/.tool-r1/runs. */
async function folderThere({ context, services, machine }: Call, named: string): Promise<string> {
  if (named.startsWith('/')) return named;
  const { folder } = await services.machines.link(machine).home(context.interrupts.signal);
  return path.posix.join(folder, 'runs', named);
}

async function resumeThere(
  call: Call,
  onProgress: ProgressLine['show'],
): Promise<{ readonly folder: string }> {
  const { context, services, machine, options } = call;
  if (options.out === null) {
    throw new HumanError('With --machine, --resume needs the name of the run by --out.');
  }
  if (options.sampler !== null) {
    throw new HumanError(
      '--sampler cannot be given with --resume: a run keeps the machine that samples for it.',
    );
  }
  const folder = await folderThere(call, options.out);
  const { signal } = context.interrupts;
  const place = { machine, folder };
  await services.checkpoints.refuseUnresumable(place, options.from, signal);
  return services.training.resume(place, options.from, { signal, onProgress });
}

/** Ctrl+C ends the waiting; the run stops all the same. */
async function stopThere(
  { context, services, machine, options }: Call,
  folder: string,
): Promise<void> {
  const { terminal, interrupts } = context;
  const { signal } = interrupts;
  const wish = options.now ? 'now' : 'after-step';
  const held = await withProgress(context, (onProgress) =>
    services.stop({ machine, folder }, wish, { signal, onProgress }),
  );
  for (const { gpu, pid, name, mib } of held) {
    terminal.message(sanitise(`GPU ${gpu} is held by process ${pid} (${name}, ${mib} MiB).`));
  }
}

async function look(call: Call, folder: string): Promise<ExitCode> {
  const { context, services, machine, options } = call;
  const { terminal, interrupts } = context;
  const { signal } = interrupts;
  const listener = options.json ? new TrainEvents(terminal) : new TrainView(terminal, null);
  const said = { problem: '' };
  const ending = await watchThere(services.machines.link(machine), folder, listener, {
    pause: () => delay(lookMilliseconds, undefined, { signal }),
    onOffline: (problem) => {
      if (said.problem !== problem) terminal.message(sanitise(`${problem} The run goes on.`));
      said.problem = problem;
    },
    signal,
  });
  terminal.status('');
  return tellEnding(call, folder, ending);
}

function tellEnding(call: Call, folder: string, ending: WatchEnding): ExitCode {
  const { terminal } = call.context;
  const resume = again(call, '--resume --out', folder);
  if (ending.kind === 'left') {
    terminal.message(
      `The run goes on. Look on: ${again(call, '--watch', folder)}. Stop it: ${again(call, '--stop', folder)}`,
    );
    return exitCodes.ok;
  }
  const { status } = ending;
  if (call.options.json) terminal.line(JSON.stringify({ type: 'status-ended', ...status }));
  if (ending.kind === 'lost' || status.state === 'crashed') {
    const why = ending.kind === 'lost' ? 'The supervisor of the run was killed.' : status.problem;
    terminal.message(sanitise(`${why ?? 'The run crashed.'}\nGo on: ${resume}`));
    return exitCodes.trainingFailed;
  }
  const done = status.state === 'done' ? 'Done' : 'Stopped';
  terminal.message(sanitise(`${done} after ${count(status.step, 'train step')}: ${folder}`));
  terminal.message(
    status.state === 'done' ? `What it saved: ${checkpointsOf(call, folder)}` : `Go on: ${resume}`,
  );
  return exitCodes.ok;
}

function checkpointsOf({ machine }: Call, folder: string): string {
  return sanitise(`tool-r1 machine checkpoints ${machine}/${path.posix.basename(folder)}`);
}

function again({ machine }: Call, what: string, folder: string): string {
  const name =
    path.posix.basename(path.posix.dirname(folder)) === 'runs'
      ? path.posix.basename(folder)
      : folder;
  return sanitise(`tool-r1 train --machine ${machine} ${what} ${name}`);
}

async function withProgress<Result>(
  { terminal }: CommandContext,
  work: (onProgress: ProgressLine['show']) => Promise<Result>,
): Promise<Result> {
  const progress = new ProgressLine(terminal, () => performance.now());
  return work((step) => progress.show(step)).finally(() => progress.clear());
}
