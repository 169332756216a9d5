// `tool-r1 judge` and its three subcommands, with their options.
import { type Command as Commander, Option } from 'commander';
import { kappaChoices, type KappaChoice } from './judgeCheckCommand.ts';
import { numberBetween } from './numberOption.ts';
import type { ProgramParts } from './program.ts';

const filesHelp = '.trajectories.jsonl files';

export function addJudge(program: Commander, parts: ProgramParts, modelHelp: string): void {
  const judge = program
    .command('judge')
    .description('grade the answers of recorded trajectories')
    .argument('<files...>', filesHelp)
    .option(
      '--repeats <number>',
      'ask so often for each answer, 1 to 20',
      numberBetween(1, 20, true),
      1,
    )
    .option('--again', 'ask also for answers that this judge has graded')
    .option('--json', 'print JSON')
    .action(async (files: readonly string[], options: JudgeFlags) => {
      const { judgeCommand } = await import('./judgeCommand.ts');
      const { again = false, json = false, repeats: asks } = options;
      const { judge: name, judgeModel: model, concurrency } = options;
      parts.onEnd(
        await judgeCommand(parts.context, {
          files,
          judge: name,
          model,
          concurrency,
          asks,
          again,
          json,
        }),
      );
    });
  addChoice(judge, modelHelp, 'rule');
  addCheck(judge, parts);
  addCompare(judge, parts);
  addImprove(judge, parts);
}

interface ChoiceFlags {
  readonly judge: string;
  readonly judgeModel: string;
  readonly concurrency: number;
  readonly json?: boolean;
}

interface JudgeFlags extends ChoiceFlags {
  readonly repeats: number;
  readonly again?: boolean;
}

function addChoice(command: Commander, modelHelp: string, fallback: string): void {
  command
    .addOption(
      new Option('--judge <name>', 'rule, gaia-official, math, llm or semantic').default(fallback),
    )
    .addOption(judgeModelOption(modelHelp))
    .option(
      '--concurrency <number>',
      'answers judged at once, 1 to 64',
      numberBetween(1, 64, true),
      4,
    );
}

/** Apart from `--model`, so that a run can be judged by another model than it uses. */
export function judgeModelOption(modelHelp: string): Option {
  return new Option('--judge-model <name>', `model of the llm judge: ${modelHelp}`)
    .default('embedded')
    .env('TOOL_R1_JUDGE_MODEL');
}

function addCheck(judge: Commander, { context, onEnd }: ProgramParts): void {
  judge
    .command('check')
    .description(
      'tell by the exit code whether a judge agrees with people (--judge NAME or NAME@VERSION; default: the one of the rewards)',
    )
    .argument('<files...>', filesHelp)
    .requiredOption('--min-kappa <number>', 'least kappa, -1 to 1', numberBetween(-1, 1, false))
    .addOption(new Option('--weighting <kind>', 'of kappa').choices(kappaChoices).default('none'))
    .action(async (files: readonly string[], options: CheckFlags) => {
      const { judgeCheckCommand } = await import('./judgeCheckCommand.ts');
      const { minKappa, weighting } = options;
      const given = { files, judge: namedJudge(judge), minKappa, weighting };
      onEnd(await judgeCheckCommand(context, { ...given, json: jsonOf(judge) }));
    });
}

interface CheckFlags {
  readonly minKappa: number;
  readonly weighting: KappaChoice;
}

function addCompare(judge: Commander, { context, onEnd }: ProgramParts): void {
  judge
    .command('compare')
    .description('compare two judges on the answers that people labelled')
    .argument('<first>', 'NAME or NAME@VERSION')
    .argument('<second>', 'NAME or NAME@VERSION')
    .argument('<files...>', filesHelp)
    .action(async (first: string, second: string, files: readonly string[]) => {
      const { judgeCompareCommand } = await import('./judgeCompareCommand.ts');
      onEnd(await judgeCompareCommand(context, { first, second, files, json: jsonOf(judge) }));
    });
}

function addImprove(judge: Commander, { context, onEnd }: ProgramParts): void {
  judge
    .command('improve')
    .description('teach a judge, llm or semantic, from labels and measure it on labels held out')
    .argument('<files...>', filesHelp)
    .option('--examples <number>', 'most examples for llm, 1 to 12', numberBetween(1, 12, true), 6)
    .option('--write', 'keep the result in .tool-r1/judge.json')
    .action(async (files: readonly string[], options: ImproveFlags) => {
      const { judgeImproveCommand } = await import('./judgeImproveCommand.ts');
      const { judgeModel: model, concurrency } = judge.opts<ChoiceFlags>();
      const name = namedJudge(judge) ?? 'llm';
      const { examples, write = false } = options;
      const given = { files, judge: name, model, concurrency, examples, write };
      onEnd(await judgeImproveCommand(context, { ...given, json: jsonOf(judge) }));
    });
}

interface ImproveFlags {
  readonly examples: number;
  readonly write?: boolean;
}

/** Null when none was named, so that the default of grading does not count. */
function namedJudge(judge: Commander): string | null {
  const isNamed = judge.getOptionValueSource('judge') === 'cli';
  return isNamed ? judge.opts<ChoiceFlags>().judge : null;
}

/** Options that stand on `judge` itself hold for its subcommands too, wherever they are written. */
function jsonOf(judge: Commander): boolean {
  return judge.opts<ChoiceFlags>().json ?? false;
}
