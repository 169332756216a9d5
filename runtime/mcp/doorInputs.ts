// Pieces of the inputs that several tools for other agents take, with the sizes that they are held to.
import * as z from 'zod';
import { Id } from '../contract/ids.ts';

/** Rows of a list. */
const mostRows = 50;
/** Characters of one text. */
const mostCharacters = 20_000;

/** No rule of the JSON Schema: not every engine of models takes such patterns. */
const isPlain = (text: string): boolean => !/\p{Cc}/u.test(text);

const pathText = z
  .string()
  .min(1)
  .max(1000)
  // One that has some is a trick or a mistake.
  .refine(isPlain, 'a path has no control characters');

export const trajectoryFile = pathText.describe(
  'Trajectory file, as toolr1_list_trajectory_files names it: a path inside the open folder.',
);

export const openPath = pathText.describe('A file or folder inside the open folder.');

export const trajectoryId = Id.describe('Id of the trajectory, as the lists give it.');

export const rowOffset = z
  .int()
  .min(0)
  .default(0)
  .describe('Rows to leave out at the beginning; the last line of a page says how to go on.');

export const rowLimit = z.int().min(1).max(mostRows).default(20).describe('Most rows to give.');

export const textOffset = z
  .int()
  .min(0)
  .default(0)
  .describe('Character to begin at, for a text that was cut.');

export const textLimit = z
  .int()
  .min(100)
  .max(mostCharacters)
  .default(8000)
  .describe('Most characters to give.');

export const runName = z
  .string()
  .min(1)
  .max(300)
  .refine(isPlain, 'a name has no control characters')
  .describe('Name of the training run, or MACHINE/NAME where two machines have one of that name.');
