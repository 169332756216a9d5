// Paints canvases, and knows what is on each: the same drawing in the same colours is not painted twice.
import type { Drawing } from './drawing.ts';
import { paint, type Paints } from './paint.ts';
import { isSamePalette, readPalette } from './palette.ts';
import { Textures } from './textures.ts';

interface Painted {
  readonly drawing: Drawing;
  readonly paints: Paints;
  readonly width: number;
}

export class Painter {
  readonly #painted = new WeakMap<HTMLCanvasElement, Painted>();
  #paints: Paints | null = null;

  paint(canvas: HTMLCanvasElement, drawing: Drawing): void {
    const paints = this.#paintsOf(canvas);
    const width = canvas.clientWidth;
    const last = this.#painted.get(canvas);
    if (last?.drawing === drawing && last.paints === paints && last.width === width) return;
    paint(canvas, drawing, paints);
    this.#painted.set(canvas, { drawing, paints, width });
  }

  #paintsOf(canvas: HTMLCanvasElement): Paints {
    const palette = readPalette(canvas);
    const scale = window.devicePixelRatio;
    const known = this.#paints;
    if (known?.scale === scale && isSamePalette(known.palette, palette)) return known;
    this.#paints = { palette, scale, textures: new Textures(palette, scale) };
    return this.#paints;
  }
}
