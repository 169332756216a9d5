// The value given to final_answer as text, for the judge and for people.
// Decisions: text stays as it is, white space included. Numbers read as plainly as they can, so 42.0 is `42` (a judge
// compares by value, and JSON has lost the difference). None, True and False read as in Python. A list of plain values is
// joined by commas, because references list answers so; anything nested is JSON, which a judge can still read.

/** Never fails; a value without a JSON form reads as its own text. */
export function finalAnswerText(value: unknown): string {
  const scalar = scalarText(value);
  if (scalar !== null) return scalar;
  if (Array.isArray(value)) {
    const elements = value.map(scalarText);
    if (elements.every((element) => element !== null)) return elements.join(', ');
  }
  return jsonText(value);
}

function scalarText(value: unknown): string | null {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return null;
}

/** Python's names for the numbers that JSON lacks. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return String(value === 0 ? 0 : value);
}

function jsonText(value: unknown): string {
  try {
    // The declared type says string, yet JSON.stringify gives undefined for a function.
    const text: unknown = JSON.stringify(value, jsonSafe);
    return typeof text === 'string' ? text : String(value);
  } catch {
    return String(value);
  }
}

function jsonSafe(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'number' && !Number.isFinite(value) ? numberText(value) : value;
}
