// What areas are filled with: a second sign beside the colour. A texture is a small picture that a canvas repeats.
import type { Texture, Tone } from './chart.ts';
import type { Palette } from './palette.ts';

/** Pixels of the page after which a texture repeats. */
const side = 6;

/** Textures of one palette and one resolution of the screen. */
export class Textures {
  readonly #palette: Palette;
  readonly #scale: number;
  readonly #made = new Map<string, CanvasPattern | null>();

  constructor(palette: Palette, scale: number) {
    this.#palette = palette;
    this.#scale = scale;
  }

  /** Null for an area that is filled with its colour alone. */
  of(tone: Tone, texture: Texture, context: CanvasRenderingContext2D): CanvasPattern | null {
    if (texture === 'solid') return null;
    const name = `${tone} ${texture}`;
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = context.createPattern(this.#tile(this.#palette[tone], texture), 'repeat');
    made?.setTransform(new DOMMatrix().scale(1 / this.#scale));
    this.#made.set(name, made);
    return made;
  }

  #tile(colour: string, texture: Exclude<Texture, 'solid'>): HTMLCanvasElement {
    const tile = document.createElement('canvas');
    tile.width = tile.height = Math.round(side * this.#scale);
    const context = tile.getContext('2d');
    if (context === null) return tile;
    context.scale(tile.width / side, tile.height / side);
    context.fillStyle = context.strokeStyle = colour;
    context.globalAlpha = 0.18;
    context.fillRect(0, 0, side, side);
    context.globalAlpha = 1;
    if (texture === 'hatch') hatch(context);
    else dots(context);
    return tile;
  }
}

/** One stripe from corner to corner, and what its neighbours have of this tile. */
function hatch(context: CanvasRenderingContext2D): void {
  context.lineWidth = 1.6;
  context.beginPath();
  for (const shift of [-side, 0, side]) {
    context.moveTo(shift - 1, side + 1);
    context.lineTo(shift + side + 1, -1);
  }
  context.stroke();
}

function dots(context: CanvasRenderingContext2D): void {
  context.beginPath();
  context.arc(side / 2, side / 2, 1.2, 0, 2 * Math.PI);
  context.fill();
}
