// The namespace after a step, as a table shows it: what the step added, changed, removed or tried to overwrite comes first,
// then the rest, then the names that code may not rebind. Pure.
import type { Variable } from '../../../runtime/contract/observation.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import type { ToolSignature } from '../../../runtime/contract/tool.ts';
import { opensAsTable } from './opensAsTable.ts';

export type NamespaceMark = 'added' | 'changed' | 'removed' | 'refused' | null;

export interface NamespaceRow {
  readonly name: string;
  readonly mark: NamespaceMark;
  /** `list`, `DataFrame`, `tool`. */
  readonly type: string;
  /** `412`, `3 × 4`; empty where neither applies. */
  readonly size: string;
  readonly preview: string;
  /** The step that bound it; null for what was there from the start. */
  readonly step: number | null;
  readonly isProtected: boolean;
  /** True when its value can be shown as rows and columns. */
  readonly isTable: boolean;
}

/**
 * @param before the step before, for what is gone; null when there is none or it is not at hand
 */
export function namespaceRows(
  step: Step | null,
  before: Step | null,
  tools: readonly ToolSignature[],
): NamespaceRow[] {
  const variables = (step?.variables ?? []).map(variableRow);
  const gone = step === null ? [] : removedRows(step, before);
  const marked = [...variables.filter(({ mark }) => mark !== null), ...gone];
  const rest = variables.filter(({ mark }) => mark === null);
  return [...marked.sort(byName), ...rest.sort(byName), ...protectedRows(step, tools)];
}

function variableRow({ name, type, size, preview, step, change }: Variable): NamespaceRow {
  return {
    ...{ name, type, preview, step },
    mark: change === 'unchanged' ? null : change,
    size: sizeText(size),
    isProtected: false,
    isTable: opensAsTable({ type, size, preview }),
  };
}

function removedRows(step: Step, before: Step | null): NamespaceRow[] {
  const kept = new Set(step.variables.map(({ name }) => name));
  const gone = (before?.variables ?? []).filter(({ name }) => !kept.has(name));
  return gone.map((variable) => ({
    ...variableRow(variable),
    mark: 'removed' as const,
    isTable: false,
  }));
}

/** Those that the step tried to overwrite first, then `final_answer`, then by name. */
function protectedRows(step: Step | null, tools: readonly ToolSignature[]): NamespaceRow[] {
  const refused = new Set(
    step?.observation.refusals.filter(({ kind }) => kind === 'protected-name').map((r) => r.name),
  );
  const rows = tools.map((tool) => toolRow(tool, refused.has(tool.name)));
  const others = [...refused].filter((name) => !tools.some((tool) => tool.name === name));
  const builtins = others.map((name) => ({ ...protectedRow(name), type: 'builtin' }));
  const rank = ({ mark, name }: NamespaceRow) =>
    mark === 'refused' ? 0 : tools.some((tool) => tool.name === name && tool.isFinal) ? 1 : 2;
  return [...builtins, ...rows].sort((a, b) => rank(a) - rank(b) || byName(a, b));
}

function toolRow(tool: ToolSignature, isRefused: boolean): NamespaceRow {
  const parameters = tool.parameters.map(({ name, defaultValue }) =>
    defaultValue === undefined ? name : `${name}=${defaultValue}`,
  );
  return {
    ...protectedRow(tool.name),
    mark: isRefused ? 'refused' : null,
    preview: `${tool.name}(${parameters.join(', ')})`,
  };
}

function protectedRow(name: string): NamespaceRow {
  return {
    ...{ name, mark: 'refused', type: 'tool', size: '', preview: name },
    ...{ step: null, isProtected: true, isTable: false },
  };
}

export function sizeText(size: Variable['size']): string {
  if (size === null) return '';
  return Array.isArray(size) ? size.join(' × ') : size.toLocaleString('en');
}

function byName(a: NamespaceRow, b: NamespaceRow): number {
  return a.name.localeCompare(b.name, 'en');
}
