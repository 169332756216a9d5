// The kinds of files that can be opened, in the order in which they are tried.
import { toolR1Format } from './toolR1Format.ts';
import type { TrajectoryFormat } from './trajectoryFormat.ts';

export const allFormats: readonly TrajectoryFormat[] = [toolR1Format];
