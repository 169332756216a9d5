// `tool-r1 eval --audit`: how far each field of the protocol moves the score of a model, one field at a time.
import { AuditedField } from '../contract/evaluation.ts';
import { auditReport, type AuditedSide } from '../evaluate/auditReport.ts';
import { auditVariants } from '../evaluate/auditVariants.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { showAudit } from './evalAuditView.ts';
import { planEval } from './evalPlan.ts';
import { evaluateModel, type EvalCall } from './evalRun.ts';
import { exitCodeOfError, exitCodes, type ExitCode } from './exitCodes.ts';

export interface EvalAuditCall extends EvalCall {
  /** Names of fields; empty for all. */
  readonly vary: readonly string[];
}

/** Every variant is an evaluation of its own, so that an audit that was broken off goes on where it was. */
export async function evalAuditCommand(
  context: CommandContext,
  call: EvalAuditCall,
): Promise<ExitCode> {
  const { terminal } = context;
  const model = oneModel(call);
  const fields = fieldsOf(call.vary);
  const plan = await planEval(context, call);
  terminal.message('Evaluating the protocol as it is');
  const base = await evaluateModel(context, call, plan, model);
  if (base.failure !== null) return exitCodeOfError(base.failure);
  const { style } = base.side.evaluation.protocol.prompt;
  const found = { recipe: plan.recipe, style, benchmark: plan.benchmark.kind };
  const { variants, unvaried } = auditVariants(found, fields);
  const others: AuditedSide[] = [];
  for (const { field, value, recipe } of variants) {
    terminal.message(`Evaluating with ${field} ${value}`);
    const name = call.name === null ? null : `${call.name}-${field}-${value}`;
    const changed = { ...plan, recipe };
    const { side, failure } = await evaluateModel(context, { ...call, name }, changed, model);
    if (failure !== null) return exitCodeOfError(failure);
    others.push({ field, value, side });
  }
  const audit = auditReport(base.side, others, unvaried);
  if (call.json) terminal.line(JSON.stringify({ type: 'audit', ...audit }));
  else showAudit(terminal, base.side.evaluation, audit);
  return exitCodes.ok;
}

function oneModel({ models: [model, ...others], compare }: EvalAuditCall): string {
  if (model !== undefined && others.length === 0 && compare.length === 0) return model;
  throw new HumanError(
    'An audit is of one model against itself. Take one --model and no --compare.',
  );
}

function fieldsOf(names: readonly string[]): readonly AuditedField[] {
  if (names.length === 0) return AuditedField.options;
  return names.map((name) => {
    const field = AuditedField.safeParse(name);
    if (field.success) return field.data;
    throw new HumanError(
      `An audit cannot vary "${name}". Choose of ${AuditedField.options.join(', ')}.`,
    );
  });
}
