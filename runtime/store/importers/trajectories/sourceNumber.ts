// Scores as other programs write them: numbers, truth values, and numbers as texts. Pure.

/** The number; null for one that is none or says that it could not be measured; undefined for what cannot be a score. */
export function sourceNumber(value: unknown): number | null | undefined {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? textNumber(value.trim()) : undefined;
}

const plainNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const noNumber = /^[-+]?(?:nan|inf|infinity|none|null)$/i;

function textNumber(text: string): number | null | undefined {
  if (plainNumber.test(text)) return Number(text);
  return noNumber.test(text) ? null : undefined;
}
