// Numbers on the command line, read strictly.
import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  return numberBetween(0, Number.MAX_SAFE_INTEGER, true)(text);
}

/** A parser for a number in a range, its ends included. @throws InvalidArgumentError that names the range */
export function numberBetween(
  least: number,
  most: number,
  whole: boolean,
): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
    const kind = whole ? 'a whole number' : 'a number';
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It must be ${kind} ${range}.`);
  };
}
