// Puts a drawing onto a canvas. Canvas and not SVG because a whole page of charts is drawn anew for each frame of a zoom: the
// script took 1.6 ms for 13 charts of 600 train steps, and 106 ms where each line was the text of an SVG path.
import type { Dash } from './chart.ts';
import type { Area, Drawing, Line, Points } from './drawing.ts';
import type { Palette } from './palette.ts';
import { margins } from './plane.ts';
import type { Textures } from './textures.ts';

const dashes: Readonly<Record<Dash, readonly number[]>> = {
  solid: [],
  dash: [5, 3],
  dot: [1.5, 3],
};

export interface Paints {
  readonly palette: Palette;
  readonly textures: Textures;
  /** Pixels of the screen for each of the page. */
  readonly scale: number;
}

export function paint(canvas: HTMLCanvasElement, drawing: Drawing, paints: Paints): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  fit(canvas, Math.round(width * paints.scale), Math.round(height * paints.scale));
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.reset();
  context.scale(paints.scale, paints.scale);
  context.beginPath();
  context.rect(margins.left, 0, width - margins.left - margins.right, height);
  context.clip();
  for (const area of drawing.areas) paintArea(context, area, paints);
  for (const line of drawing.lines) paintLine(context, line, paints.palette);
}

/** Only when it has another size: a canvas that is given one gets new memory. */
function fit(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

function paintArea(context: CanvasRenderingContext2D, area: Area, paints: Paints): void {
  const texture = paints.textures.of(area.tone, area.texture, context);
  context.globalAlpha = texture === null ? 0.62 : 1;
  context.fillStyle = texture ?? paints.palette[area.tone];
  context.beginPath();
  for (const outline of area.outlines) trace(context, outline);
  context.fill();
}

function paintLine(context: CanvasRenderingContext2D, line: Line, palette: Palette): void {
  context.globalAlpha = line.opacity;
  context.strokeStyle = palette[line.tone];
  context.lineWidth = line.width;
  context.lineJoin = 'round';
  context.setLineDash([...dashes[line.dash]]);
  context.beginPath();
  for (const stretch of line.stretches) trace(context, stretch);
  context.stroke();
}

/** A single point becomes a short line, so that the first train step is seen. */
function trace(context: CanvasRenderingContext2D, points: Points): void {
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    if (at === 0) context.moveTo(points.length === 2 ? x - 2 : x, y);
    context.lineTo(x, y);
  }
}
