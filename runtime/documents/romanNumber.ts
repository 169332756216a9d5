// Numbers of lists in letters and Roman digits.

const digits: readonly (readonly [value: number, letters: string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** 1 to 3999 in capital Roman digits; other numbers in decimal. */
export function romanNumber(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [step, letters] of digits) {
    for (; rest >= step; rest -= step) text += letters;
  }
  return text;
}

/** 1 is A, 26 is Z, 27 is AA, 28 is BB, as word processors count. */
export function letterNumber(value: number): string {
  if (!Number.isInteger(value) || value < 1) return String(value);
  const letter = String.fromCharCode(65 + ((value - 1) % 26));
  return letter.repeat(Math.floor((value - 1) / 26) + 1);
}
