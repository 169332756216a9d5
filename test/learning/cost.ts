// Costs in cells of tables: what was spent, and its share of what GRPO alone spends.

/** `x0.54`; `-` where there is nothing to compare with. */
export function ratio(own: number, base: number): string {
  return base === 0 ? '-' : `x${(own / base).toFixed(2)}`;
}

export function cost(own: number, base: number): string {
  return `${Math.round(own)} (${ratio(own, base)})`;
}

export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
