// How charts print their figures, in the legend and at the axis.
import { byThousand, twoPlaces, wholeNumber } from '../format/numbers.ts';

export type FormatName =
  'share' | 'small-share' | 'score' | 'count' | 'small' | 'whole' | 'thousands' | 'seconds';

interface Format {
  /** In the legend and in tables. */
  readonly value: (value: number) => string;
  /** At the axis. */
  readonly tick: (value: number) => string;
}

const oneAtMost = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const fourAtMost = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

const formats: Readonly<Record<FormatName, Format>> = {
  share: { value: (share) => `${(share * 100).toFixed(0)} %`, tick: percentTick },
  'small-share': { value: (share) => `${(share * 100).toFixed(1)} %`, tick: percentTick },
  score: { value: twoPlaces, tick: (value) => withMinus(fourAtMost.format(value)) },
  count: { value: (value) => oneAtMost.format(value), tick: byThousand },
  small: {
    value: (value) => withMinus(value.toFixed(4)),
    tick: (value) => withMinus(fourAtMost.format(value)),
  },
  whole: { value: wholeNumber, tick: byThousand },
  thousands: { value: byThousand, tick: byThousand },
  seconds: {
    value: (value) => `${value < 10 ? value.toFixed(1) : wholeNumber(value)} s`,
    tick: (value) => oneAtMost.format(value),
  },
};

export function formatValue(name: FormatName, value: number | null): string {
  return value === null ? '–' : formats[name].value(value);
}

export function formatTick(name: FormatName, value: number): string {
  return formats[name].tick(value);
}

function percentTick(share: number): string {
  return `${oneAtMost.format(share * 100)} %`;
}

function withMinus(text: string): string {
  return text.replace('-', '−');
}
