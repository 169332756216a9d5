// The programs whose trajectories can be imported, in the order in which a person reads them.
import type { ForeignFormat } from './foreignFormat.ts';
import { tauBenchFormat } from './tauBenchFormat.ts';

export const allForeignFormats: readonly ForeignFormat[] = [tauBenchFormat];
