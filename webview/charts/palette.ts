// The colours of the theme as a canvas needs them. Read again before each painting, since a person changes the theme when they like.
import type { Tone } from './chart.ts';

export type Palette = Readonly<Record<Tone | 'other', string>>;

const variables: Readonly<Record<Tone | 'other', string>> = {
  blue: '--vscode-charts-blue',
  purple: '--vscode-charts-purple',
  green: '--vscode-charts-green',
  red: '--vscode-charts-red',
  other: '--vscode-descriptionForeground',
};

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: Tone | 'other'): string =>
    style.getPropertyValue(variables[name]).trim() || style.color;
  return {
    blue: colour('blue'),
    purple: colour('purple'),
    green: colour('green'),
    red: colour('red'),
    other: colour('other'),
  };
}

export function isSamePalette(one: Palette, other: Palette): boolean {
  return Object.keys(variables).every((name) => isTone(name) && one[name] === other[name]);
}

function isTone(name: string): name is Tone | 'other' {
  return name in variables;
}
