// The recipes of an audit: each departs from the base in one field of the protocol. Pure.
import { AuditedField, type BenchmarkKind } from '../contract/evaluation.ts';
import {
  HistoryForm,
  PromptStyle,
  ThinkingForm,
  type AgentSettings,
  type Recipe,
} from '../contract/recipe.ts';

export interface AuditVariant {
  readonly field: AuditedField;
  readonly value: string;
  readonly recipe: Recipe;
}

export interface AuditVariants {
  readonly variants: readonly AuditVariant[];
  readonly unvaried: readonly { readonly field: AuditedField; readonly reason: string }[];
}

export interface AuditBase {
  readonly recipe: Recipe;
  /** In which the base was asked, whether the recipe or the model chose it. */
  readonly style: PromptStyle;
  readonly benchmark: BenchmarkKind;
}

export function auditVariants(base: AuditBase, fields: readonly AuditedField[]): AuditVariants {
  const { agent } = base.recipe;
  const wanted = new Set(fields);
  const { history = 'native', thinking = 'thought' } = agent;
  const all: readonly AuditVariant[] = [
    ...othersOf(HistoryForm.options, history).map((value) =>
      withAgent(base, 'history', value, { history: value }),
    ),
    ...othersOf(ThinkingForm.options, thinking).map((value) =>
      withAgent(base, 'thinking', value, { thinking: value }),
    ),
    ...othersOf(PromptStyle.options, base.style).map((value) =>
      withAgent(base, 'prompt', value, { promptStyle: value }),
    ),
    ...otherSyntax(base),
  ];
  const variants = all.filter(({ field }) => wanted.has(field));
  const reason = 'no other syntax of replies can do these tasks';
  const unvaried = AuditedField.options
    .filter((field) => wanted.has(field) && !variants.some((one) => one.field === field))
    .map((field) => ({ field, reason }));
  return { variants, unvaried };
}

function othersOf<Value>(all: readonly Value[], one: Value): Value[] {
  return all.filter((value) => value !== one);
}

function withAgent(
  { recipe, style }: AuditBase,
  field: AuditedField,
  value: string,
  change: Partial<AgentSettings>,
): AuditVariant {
  const agent = { ...recipe.agent, promptStyle: style, ...change };
  return { field, value, recipe: { ...recipe, agent } };
}

/**
 * Python between thoughts can be written in the dialect of Tool-R1 and in that of ARTIST. The reward follows, because each is made
 * for one dialect; passes are counted by the answer alone, so that this moves no pass rate.
 */
function otherSyntax(base: AuditBase): AuditVariant[] {
  const { protocol } = base.recipe.agent;
  if (base.benchmark === 'functions') return [];
  if (protocol !== 'tool-r1' && protocol !== 'artist-math') return [];
  const other = protocol === 'tool-r1' ? 'artist-math' : 'tool-r1';
  const { field, value, recipe } = withAgent(base, 'syntax', other, { protocol: other });
  return [{ field, value, recipe: { ...recipe, reward: { kind: 'binary-answer' } } }];
}
