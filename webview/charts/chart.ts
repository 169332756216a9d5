// What a chart shows, as data: which figures, how they are told apart, and on which scale. Tones are words, so that a theme
// chooses the colours; a texture or a dash always stands beside the tone, because colour alone tells nothing to many people.
import type { Figure } from './figure.ts';
import type { FormatName } from './formats.ts';

export type Tone = 'blue' | 'purple' | 'green' | 'red';
/** How an area is filled. */
export type Texture = 'solid' | 'hatch' | 'dots';
/** How a line is drawn. */
export type Dash = 'solid' | 'dash' | 'dot';

export interface Series {
  readonly name: string;
  readonly figure: Figure;
  readonly tone: Tone;
  /** Of an area; solid when absent. */
  readonly texture?: Texture;
  /** Of a line; solid when absent. */
  readonly dash?: Dash;
}

/** The vertical scale: always this range, from zero up to what there is, or shares of which often only the upper half is used. */
export type Scale = readonly [from: number, to: number] | 'from-zero' | 'high-share';

export interface Limit {
  readonly value: number;
  readonly words: string;
}

export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** `stack`: areas on top of each other, which make a whole. */
  readonly kind: 'lines' | 'stack';
  readonly series: readonly Series[];
  readonly scale: Scale;
  readonly format: FormatName;
  /** Figures that do not jitter: they are never smoothed. */
  readonly raw?: boolean;
  /** Lines across at values that mean something. */
  readonly limits?: readonly Limit[];
  /** What the sum of a stack is called where it means something. */
  readonly total?: string;
}
