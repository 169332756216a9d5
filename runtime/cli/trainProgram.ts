// `tool-r1 train` and its options.
import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import type { KeepPolicy } from '../contract/training/runFolder.ts';
import { SamplerPlace } from '../contract/training/samplerPlace.ts';
import type { GpuSplit } from '../launch/processCommands.ts';
import { parseJson } from '../support/parseJson.ts';
import { chosenGpus, gpuCounts, gpuIndexes } from './gpuOptions.ts';
import { keptCheckpoints } from './keptCheckpointsOption.ts';
import { numberBetween, wholeNumber } from './numberOption.ts';
import type { ProgramParts } from './program.ts';
import { ipAddress } from './samplerProgram.ts';
import type { TrainOptions } from './trainCommand.ts';

const mostPort = 65_534;

export function addTrain(program: Commander, { context, onEnd }: ProgramParts): void {
  const command = program
    .command('train')
    .description('train a model on agent tasks with GRPO')
    .option('--recipe <name>', 'a built-in recipe or a JSON file (default: tool-r1)')
    .option('--tasks <file>', 'a tasks.jsonl file')
    .option('--model <folder>', 'a Hugging Face model: config.json, weights, tokenizer')
    .addOption(new Option('--device <kind>', '(default: cpu)').choices(['cpu', 'cuda']))
    .option('--set <path=value>', 'change a setting of the recipe; repeat it', collect, [])
    .option('--seed <number>', 'of sampling and of the order of tasks', wholeNumber)
    .option('--steps <number>', 'train steps in all', numberBetween(1, 10_000_000, true))
    .option(
      '--save-every <number>',
      'train steps between checkpoints (default: 10)',
      numberBetween(1, 10_000_000, true),
    )
    .option(
      '--keep <last+best>',
      'checkpoints that stay: the newest, and the best by reward, such as 3+1 (default: all)',
      keptCheckpoints,
    )
    .option('--out <folder>', 'of the run (default: a new one below .tool-r1/runs/)')
    .option(
      '--port <number>',
      'first of two for the servers of the run (default: free ones)',
      numberBetween(1, mostPort, true),
    )
    .option(
      '--gpus <train+sample>',
      'how many graphics cards, such as 4+4 (default: one for both)',
      gpuCounts,
    )
    .option('--cards <train+sample>', 'the same by their indexes, such as 0,1+2,3', gpuIndexes)
    .option('--prepare', 'only make the Python environment of the trainer')
    .option('--resume', 'go on with the run of --out, or with the newest one')
    .option(
      '--from <step>',
      'with --resume: train step of the checkpoint to go on from (default: the newest)',
      numberBetween(1, 10_000_000, true),
    )
    .option('--detach', 'come back once the run has started; it goes on')
    .option('--watch <folder>', 'look on at a run that was started before')
    .option('--stop <folder>', 'stop a run after its train step')
    .option('--now', 'with --stop: do not wait for the train step')
    .option('--json', 'print one event a line');
  addMachineOptions(command).action(async (flags: TrainFlags) => {
    const { trainCommand } = await import('./trainCommand.ts');
    onEnd(await trainCommand(context, optionsOf(flags)));
  });
}

function addMachineOptions(command: Commander): Commander {
  return command
    .option('--machine <name>', 'train on an attached machine (tool-r1 machine)')
    .option('--sampler <name>', 'with --machine: another attached machine that samples')
    .option(
      '--sampler-address <ip>',
      'with --sampler: at which the machine reaches it (default: the first that works)',
      ipAddress,
    )
    .addOption(
      new Option('--sampled-by <json>', 'servers of another machine that were started for this run')
        .argParser(samplerPlace)
        .hideHelp(),
    )
    .option('--dry-run', 'with --machine: only say what would happen');
}

interface TrainFlags {
  readonly recipe?: string;
  readonly tasks?: string;
  readonly model?: string;
  readonly device?: 'cpu' | 'cuda';
  readonly set: readonly string[];
  readonly seed?: number;
  readonly steps?: number;
  readonly saveEvery?: number;
  readonly keep?: KeepPolicy;
  readonly out?: string;
  readonly port?: number;
  readonly gpus?: GpuSplit;
  readonly cards?: GpuSplit;
  readonly prepare?: boolean;
  readonly resume?: boolean;
  readonly from?: number;
  readonly detach?: boolean;
  readonly watch?: string;
  readonly stop?: string;
  readonly now?: boolean;
  readonly machine?: string;
  readonly sampler?: string;
  readonly samplerAddress?: string;
  readonly sampledBy?: SamplerPlace;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

function optionsOf(flags: TrainFlags): TrainOptions {
  return {
    recipe: flags.recipe ?? null,
    tasks: flags.tasks ?? null,
    model: flags.model ?? null,
    device: flags.device ?? null,
    changes: flags.set,
    seed: flags.seed ?? null,
    steps: flags.steps ?? null,
    saveEvery: flags.saveEvery ?? null,
    keep: flags.keep ?? null,
    out: flags.out ?? null,
    port: flags.port ?? null,
    gpus: chosenGpus(flags),
    prepare: flags.prepare ?? false,
    resume: flags.resume ?? false,
    from: flags.from ?? null,
    detach: flags.detach ?? false,
    watch: flags.watch ?? null,
    stop: flags.stop ?? null,
    now: flags.now ?? false,
    machine: flags.machine ?? null,
    sampler: flags.sampler ?? null,
    samplerAddress: flags.samplerAddress ?? null,
    sampledBy: flags.sampledBy ?? null,
    dryRun: flags.dryRun ?? false,
    json: flags.json ?? false,
  };
}

function samplerPlace(text: string): SamplerPlace {
  const parsed = parseJson(SamplerPlace, text);
  return parsed.ok ? parsed.value : refuse(parsed.problem);
}

function refuse(message: string): never {
  throw new InvalidArgumentError(message);
}

function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}
