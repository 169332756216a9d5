// A bundle of its own: what takes in files of other programs. Loaded when a person first imports one.
import { importTrajectories } from './importTrajectories.ts';

export const importing = { importTrajectories };
