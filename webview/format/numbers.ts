// Numbers as a person reads them, the same on every page: 1,872, +0.91 with a real minus sign, 44 %, 1.02 GB.

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function wholeNumber(value: number): string {
  return grouped.format(value);
}

export function twoPlaces(value: number): string {
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : withMinus(text);
}

/** For advantages: the sign is part of the number. */
export function signed(value: number): string {
  const text = value.toFixed(2);
  if (Number(text) === 0) return '0.00';
  return value > 0 ? `+${text}` : withMinus(text);
}

/** Of a share between 0 and 1. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Of counts with more digits than a person reads: 842, 4.2 k, 224 k, 1.31 M. */
export function byThousand(count: number): string {
  const rounded = Number(count.toPrecision(3));
  if (rounded < 1000) return threeDigits.format(rounded);
  return rounded < 1e6
    ? `${threeDigits.format(rounded / 1000)} k`
    : `${threeDigits.format(rounded / 1e6)} M`;
}

/** `1 step`, `12 steps`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return counted(bytes, 'byte');
  const shown = value < 999.5 ? value.toPrecision(3) : wholeNumber(value);
  return `${shown} ${units[unit] ?? ''}`;
}

function withMinus(text: string): string {
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}
