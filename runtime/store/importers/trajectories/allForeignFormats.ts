// The programs whose trajectories can be imported, in the order in which a person reads them.
import { atifFormat } from './atifFormat.ts';
import type { ForeignFormat } from './foreignFormat.ts';
import { inspectFormat } from './inspectFormat.ts';
import { otelFormat } from './otelFormat.ts';
import { smolagentsFormat } from './smolagentsFormat.ts';
import { sweAgentFormat } from './sweAgentFormat.ts';
import { tauBenchFormat } from './tauBenchFormat.ts';
import { trlFormat } from './trlFormat.ts';
import { verifiersFormat } from './verifiersFormat.ts';
import { verlFormat } from './verlFormat.ts';

export const allForeignFormats: readonly ForeignFormat[] = [
  verlFormat,
  trlFormat,
  verifiersFormat,
  smolagentsFormat,
  sweAgentFormat,
  inspectFormat,
  tauBenchFormat,
  atifFormat,
  otelFormat,
];
