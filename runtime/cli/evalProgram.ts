// `tool-r1 eval` with its options.
import { type Command as Commander, Option } from 'commander';
import { HumanError } from '../support/errors.ts';
import { collect } from './collect.ts';
import type { EvalOptions } from './evalPlan.ts';
import { judgeModelOption } from './judgeProgram.ts';
import { numberBetween } from './numberOption.ts';
import type { ProgramParts } from './program.ts';
import { setHelp } from './recipeProgram.ts';
import { addWebOptions, type WebFlags } from './webOptions.ts';

/** As arXiv 2606.00135 asks for. */
const usualSeeds = 3;
const auditSeeds = 10;

const price = numberBetween(0, 1_000_000, false);

export function addEval(program: Commander, parts: ProgramParts, modelHelp: string): void {
  const command = program
    .command('eval')
    .description('measure how well models do on a benchmark, with the protocol written down')
    .argument('<tasks>', 'a file of tasks, or the folder of your copy of GAIA')
    .option('-m, --model <name>', `${modelHelp}; repeat it to compare`, collect, [])
    .option(
      '--seeds <number>',
      'passes over all tasks, 1 to 100 (default: 3, in an audit 10)',
      numberBetween(1, 100, true),
    )
    .option(
      '--samples <number>',
      'rollouts of a task in each pass, 1 to 1000',
      numberBetween(1, 1000, true),
      1,
    )
    .option('-r, --recipe <name>', 'a built-in recipe or a JSON file (default: by benchmark)')
    .option('-s, --set <path=value>', setHelp, collect, [])
    .option('--judge <name>', 'rule, gaia-official, math, llm or semantic (default: by benchmark)')
    .addOption(judgeModelOption(modelHelp))
    .option('--benchmark <kind>', 'gaia, tasks, math or functions (default: as the tasks look)')
    .addOption(
      new Option('--split <name>', 'of GAIA').choices(['validation', 'test']).default('validation'),
    )
    .option('--name <name>', 'of the evaluation below .tool-r1/evaluations')
    .option('--compare <name>', 'with an evaluation that is there; repeat it', collect, [])
    .option('--price-in <number>', 'of a million tokens of prompts', price)
    .option('--price-out <number>', 'of a million tokens of replies', price)
    .option('--concurrency <number>', 'rollouts at once, 1 to 64', numberBetween(1, 64, true), 1)
    .option('--json', 'print JSON, one report or comparison a line');
  addWebOptions(addStudyOptions(command)).action((tasks: string, flags: EvalFlags) =>
    run(parts, tasks, flags),
  );
}

/** Several evaluations that belong together. */
function addStudyOptions(command: Commander): Commander {
  return command
    .option(
      '--audit',
      'vary one field of the protocol at a time, and tell how far each moves the score',
    )
    .option(
      '--vary <field>',
      'of the audit: history, thinking, prompt or syntax; repeat it',
      collect,
      [],
    )
    .option(
      '--ablations',
      'the rows of the table of a recipe (default: tool-r1-paper), a --model for each',
    )
    .option('--train-tasks <file>', 'of --ablations: train the model of each row on these tasks')
    .option('--train-model <folder>', 'of --ablations: the model that every row begins with')
    .option(
      '--train-option <text>',
      'of --ablations: for tool-r1 train, such as --train-option=--device=cuda; repeat it',
      collect,
      [],
    );
}

async function run({ context, version, onEnd }: ProgramParts, tasks: string, flags: EvalFlags) {
  const { model, set: changes, recipe = null, judge = null, benchmark = null } = flags;
  const { name = null, priceIn = null, priceOut = null, json = false } = flags;
  const { samples, split, judgeModel, compare, concurrency, audit = false } = flags;
  const models = model.length > 0 ? model : [context.env['TOOL_R1_MODEL'] ?? 'embedded'];
  const seeds = flags.seeds ?? (audit ? auditSeeds : usualSeeds);
  const asked = { tasks, models, benchmark, split, recipe, changes, judge, judgeModel };
  const how = { seeds, samples, concurrency, name, compare, priceIn, priceOut, json };
  const { reachOf } = await import('./reach.ts');
  const reach = reachOf(flags, context.cwd);
  const call = { ...asked, ...how, reach, runtimeVersion: version };
  if (audit) {
    const { evalAuditCommand } = await import('./evalAuditCommand.ts');
    onEnd(await evalAuditCommand(context, { ...call, vary: flags.vary }));
    return;
  }
  if (flags.ablations === true) {
    const { evalAblationsCommand } = await import('./evalAblationsCommand.ts');
    onEnd(
      await evalAblationsCommand(context, { ...call, models: model, training: trainingOf(flags) }),
    );
    return;
  }
  const { evalCommand } = await import('./evalCommand.ts');
  onEnd(await evalCommand(context, call));
}

/** @throws HumanError when there is but one of the two */
function trainingOf({ trainTasks: tasks, trainModel: model, trainOption: more }: EvalFlags) {
  if (tasks !== undefined && model !== undefined) return { tasks, model, more };
  if (tasks === undefined && model === undefined && more.length === 0) return null;
  throw new HumanError(
    'Training the rows needs both: --train-tasks FILE and --train-model FOLDER.',
  );
}

interface EvalFlags
  extends
    WebFlags,
    Pick<EvalOptions, 'samples' | 'split' | 'judgeModel' | 'compare' | 'concurrency'> {
  readonly model: readonly string[];
  readonly set: readonly string[];
  readonly recipe?: string;
  readonly judge?: string;
  readonly benchmark?: string;
  readonly name?: string;
  readonly priceIn?: number;
  readonly priceOut?: number;
  readonly json?: boolean;
  readonly seeds?: number;
  readonly audit?: boolean;
  readonly ablations?: boolean;
  readonly trainTasks?: string;
  readonly trainModel?: string;
  readonly trainOption: readonly string[];
  readonly vary: readonly string[];
}
