// The third bundle of the extension: what it does about training. Loaded when the first of it is used; most windows train nothing.
import { composeTraining } from './composeTraining.ts';

export const training = { composeTraining };
