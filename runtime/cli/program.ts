// The commands of `tool-r1` and their options. Each command's code is loaded when it is called, so that `--help` is quick.
import { Command as Commander, Option } from 'commander';
import { addAudit } from './auditProgram.ts';
import { collect } from './collect.ts';
import type { CommandContext } from './command.ts';
import type { ExitCode } from './exitCodes.ts';
import { addEval } from './evalProgram.ts';
import { addExport } from './exportProgram.ts';
import { addFilter } from './filterProgram.ts';
import { addGenerate, addImport } from './importProgram.ts';
import { addJudge, judgeModelOption } from './judgeProgram.ts';
import { numberBetween, wholeNumber } from './numberOption.ts';
import { addLabel } from './labelProgram.ts';
import { addMachine } from './machineProgram.ts';
import { addMcp } from './mcpProgram.ts';
import { addRecipe } from './recipeProgram.ts';
import { addRollouts } from './rolloutsProgram.ts';
import { addSampler } from './samplerProgram.ts';
import { addTrain } from './trainProgram.ts';
import { addWebOptions, searchOption, type WebFlags } from './webOptions.ts';

export interface ProgramParts {
  readonly version: string;
  readonly context: CommandContext;
  /** Called with the exit code of the command that ran. */
  readonly onEnd: (code: ExitCode) => void;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

const modelHelp =
  'embedded, NAME@BASE_URL (OpenAI-compatible), replay:FILE, onnx:DIR, gguf:FILE[+lora:FILE] or checkpoint:RUN/STEP';

export function createProgram(parts: ProgramParts): Commander {
  const program = new Commander('tool-r1')
    .description('Runs a code-writing agent on your files.')
    .version(parts.version)
    .showHelpAfterError('(tool-r1 --help shows how to call it)')
    .exitOverride()
    .configureOutput({ writeOut: parts.write, writeErr: parts.writeError });
  addRun(program, parts);
  addShow(program, parts);
  addReplay(program, parts);
  addTasks(program, parts);
  addImport(program, parts);
  addExport(program, parts);
  addGenerate(program, parts);
  addLabel(program, parts);
  addModels(program, parts);
  addJudge(program, parts, modelHelp);
  addRecipe(program, parts);
  addFilter(program, parts, modelHelp);
  addEval(program, parts, modelHelp);
  addAudit(program, parts);
  addTrain(program, parts);
  addRollouts(program, parts);
  addSampler(program, parts);
  addMachine(program, parts);
  addMcp(program, parts, modelHelp);
  addDoctor(program, parts);
  addPrepare(program, parts);
  return program;
}

function addRun(program: Commander, { context, onEnd }: ProgramParts): void {
  const run = program
    .command('run')
    .description('put a question about files to the agent')
    .argument('[question]', 'what to find out; leave it out with --task')
    .option('-f, --file <path>', 'a file or folder that the agent may read; repeat it', collect, [])
    .option('-t, --task <file#id>', 'a task of a tasks.jsonl file')
    .addOption(new Option('-m, --model <name>', modelHelp).default('embedded').env('TOOL_R1_MODEL'))
    .option('-r, --reference <answer>', 'the right answer; the reward is then computed')
    .option('--seed <number>', 'make the run repeatable where the model can', wholeNumber)
    .option('--max-steps <number>', 'most steps, 1 to 100', numberBetween(1, 100, true))
    .option('--temperature <number>', 'of sampling, 0 to 2', numberBetween(0, 2, false))
    .option('--recipe <name>', 'a built-in recipe or a JSON file', 'tool-r1')
    .option('--judge <name>', 'of the reward: rule, gaia-official, math, llm or semantic', 'rule')
    .addOption(judgeModelOption(modelHelp))
    .option('--json', 'print one run event a line')
    .option('-o, --out <file>', 'trajectory file to append to (default: below .tool-r1/)')
    .option('--full', 'show observations whole');
  addWebOptions(run).action(async (question: string | undefined, options: RunFlags) => {
    const { runCommand } = await import('./runCommand.ts');
    const { reachOf } = await import('./reach.ts');
    onEnd(
      await runCommand(context, {
        question: question ?? null,
        files: options.file,
        task: options.task ?? null,
        model: options.model,
        reference: options.reference ?? null,
        seed: options.seed ?? null,
        maxSteps: options.maxSteps ?? null,
        temperature: options.temperature ?? null,
        recipe: options.recipe,
        judge: options.judge,
        judgeModel: options.judgeModel,
        reach: reachOf(options, context.cwd),
        json: options.json ?? false,
        out: options.out ?? null,
        full: options.full ?? false,
      }),
    );
  });
}

interface RunFlags extends WebFlags {
  readonly file: readonly string[];
  readonly task?: string;
  readonly model: string;
  readonly reference?: string;
  readonly seed?: number;
  readonly maxSteps?: number;
  readonly temperature?: number;
  readonly recipe: string;
  readonly judge: string;
  readonly judgeModel: string;
  readonly json?: boolean;
  readonly out?: string;
  readonly full?: boolean;
}

function addShow(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('show')
    .description('show a recorded trajectory, or list those of a file')
    .argument('<file>', 'a .trajectories.jsonl file')
    .argument('[id]', 'the trajectory; may be left out when there is only one')
    .option('--json', 'print JSON')
    .option('--full', 'show observations whole')
    .action(async (file: string, id: string | undefined, options: JsonFlag & FullFlag) => {
      const { showCommand } = await import('./showCommand.ts');
      const { json = false, full = false } = options;
      onEnd(await showCommand(context, { file, id: id ?? null, json, full }));
    });
}

interface JsonFlag {
  readonly json?: boolean;
}

interface FullFlag {
  readonly full?: boolean;
}

function addReplay(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('replay')
    .description('run the recorded replies again and compare the observations')
    .argument('<file>', 'a .trajectories.jsonl file')
    .argument('[id]', 'the trajectory; may be left out when there is only one')
    .option('-f, --file <path>', 'where the files are now, if they moved; repeat it', collect, [])
    .option('--web-replay <file>', 'what the web answered then, as run --record kept it')
    .addOption(searchOption())
    .option('--json', 'print one comparison a line')
    .action(async (file: string, id: string | undefined, options: ReplayFlags) => {
      const { replayCommand } = await import('./replayCommand.ts');
      const { json = false, file: files, search } = options;
      const webReplay =
        options.webReplay === undefined ? null : { file: options.webReplay, search };
      onEnd(await replayCommand(context, { file, id: id ?? null, files, webReplay, json }));
    });
}

interface ReplayFlags extends JsonFlag {
  readonly file: readonly string[];
  readonly webReplay?: string;
  readonly search: string;
}

function addTasks(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('tasks')
    .description('list the agent tasks of a file')
    .argument('<file>', 'a tasks.jsonl file')
    .option('--json', 'print JSON')
    .action(async (file: string, { json = false }: JsonFlag) => {
      const { tasksCommand } = await import('./tasksCommand.ts');
      onEnd(await tasksCommand(context, { file, json }));
    });
}

function addModels(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('models')
    .description('list the models that can be used from here')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: JsonFlag) => {
      const { modelsCommand } = await import('./modelsCommand.ts');
      onEnd(await modelsCommand(context, { json }));
    });
}

function addDoctor(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('doctor')
    .description('try what works on this machine and what does not')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: JsonFlag) => {
      const { doctorCommand } = await import('./doctorCommand.ts');
      onEnd(await doctorCommand(context, { json }));
    });
}

function addPrepare(program: Commander, { context, onEnd }: ProgramParts): void {
  program
    .command('prepare')
    .description('fetch the embedded model and build the sandbox snapshot')
    .option('--check', 'only tell by the exit code whether both are there')
    .option('--data-pack', 'fetch numpy and pandas too, after --yes')
    .option('--yes', 'agree to the download of the data pack')
    .action(async (options: PrepareFlags) => {
      const { prepareCommand } = await import('./prepareCommand.ts');
      const { check = false, dataPack = false, yes = false } = options;
      onEnd(await prepareCommand(context, { check, dataPack, yes }));
    });
}

interface PrepareFlags {
  readonly check?: boolean;
  readonly dataPack?: boolean;
  readonly yes?: boolean;
}
