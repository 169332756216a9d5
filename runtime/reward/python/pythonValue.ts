// JSON values as Python holds them, because ToolRL's reward is defined by Python's equality. Integers keep all their digits, and
// dictionaries the order in which their keys came.

export type PythonValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly PythonValue[]
  | ReadonlyMap<string, PythonValue>;

export type PythonDict = ReadonlyMap<string, PythonValue>;

export function isDict(value: PythonValue | undefined): value is PythonDict {
  return value instanceof Map;
}

/** Python's `==`: `True == 1 == 1.0`, a text never equals a number, integers are compared exactly, order of keys does not matter. */
export function pythonEquals(left: PythonValue, right: PythonValue): boolean {
  if (isNumber(left) && isNumber(right)) return numbersEqual(left, right);
  if (isList(left) && isList(right)) {
    return (
      left.length === right.length && left.every((item, index) => sameItem(item, right[index]))
    );
  }
  if (isDict(left) && isDict(right)) {
    return (
      left.size === right.size && [...left].every(([key, value]) => sameItem(value, right.get(key)))
    );
  }
  return left === right;
}

/** Inside a container Python takes identity for equality first; its JSON reader gives one and the same NaN. */
function sameItem(left: PythonValue, right: PythonValue | undefined): boolean {
  if (right === undefined) return false;
  return Object.is(left, right) || pythonEquals(left, right);
}

function isList(value: PythonValue): value is readonly PythonValue[] {
  return Array.isArray(value);
}

function isNumber(value: PythonValue): value is boolean | bigint | number {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

function numbersEqual(left: boolean | bigint | number, right: boolean | bigint | number): boolean {
  const [a, b] = [exact(left), exact(right)];
  return a === b;
}

/** An integer where the value is one, whatever its type. */
function exact(value: boolean | bigint | number): bigint | number {
  if (typeof value === 'bigint') return value;
  const number = Number(value);
  return Number.isInteger(number) ? BigInt(number) : number;
}
