// How much memory each graphics card of a run will need. An estimate: what the kernels and the allocator add is not known before.
import type { GpuFacts } from '../../contract/machine.ts';
import type { MemoryEstimate } from '../../contract/training/trainingRequests.ts';
import type { TrainingSettings } from '../../contract/trainingSettings.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import { adapterParameters, cacheBytesPerToken, type ModelShape } from './modelShape.ts';

export interface MemoryQuestion {
  readonly shape: ModelShape;
  readonly optimiser: Pick<TrainingSettings['optimiser'], 'lora' | 'klCoefficient'>;
  /** Longest prompt and completion together, in tokens. */
  readonly sequenceTokens: number;
  readonly split: GpuSplit;
  readonly gpus: readonly GpuFacts[];
}

type Part = MemoryEstimate['parts'][number];

const gib = 2 ** 30;
/** Share of a card that vLLM takes: beside the trainer, and alone. The same as in its command line. */
const sampledShare = { shared: 0.4, own: 0.85 };
/** CUDA's own, and NCCL's where several cards speak with each other. */
const contextGib = { alone: 1, several: 2 };
/** Of the graphs that vLLM records. https://docs.vllm.ai/en/stable/configuration/conserving_memory/ */
const graphGib = 2;
/** What an estimate of this kind is off by, each way. */
const spreadShare = 0.15;

/** One for each card of the run, in the order of their indexes. */
export function memoryEstimates(question: MemoryQuestion): MemoryEstimate[] {
  const { split, gpus } = question;
  const wanted = new Map<number, Part[]>();
  for (const index of split.train) wanted.set(index, trainParts(question));
  const sampling = split.sample ?? split.train.slice(0, 1);
  for (const index of sampling) {
    const gpu = gpus.find((one) => one.index === index);
    const parts = sampleParts(question, totalGib(gpu), sampling.length);
    wanted.set(index, [...(wanted.get(index) ?? []), ...parts]);
  }
  return [...wanted]
    .sort(([first], [second]) => first - second)
    .map(([index, parts]) => estimateOf(index, parts, question));
}

function estimateOf(
  index: number,
  parts: readonly Part[],
  { split, gpus }: MemoryQuestion,
): MemoryEstimate {
  const gpu = gpus.find((one) => one.index === index);
  const trains = split.train.includes(index);
  const samples = (split.sample ?? split.train.slice(0, 1)).includes(index);
  const total = parts.reduce((sum, part) => sum + part.gib, 0);
  const guessed = parts
    .filter(({ name }) => name !== cacheName)
    .reduce((sum, part) => sum + part.gib, 0);
  return {
    gpu: index,
    role: trains && samples ? 'both' : trains ? 'train' : 'sample',
    parts: parts.map(({ name, gib: size }) => ({ name, gib: rounded(size) })),
    totalGib: rounded(total),
    spreadGib: rounded(spreadShare * guessed),
    limitGib: rounded(totalGib(gpu) - (gpu?.memoryUsedMib ?? 0) / 1024),
  };
}

/**
 * All weights: 16 bytes a parameter for Adam in mixed precision - weights, gradients and two moments in 32 bits - spread over the
 * cards (Rajbhandari et al. 2020, arXiv 1910.02054, section 3.1; Zhao et al. 2023, arXiv 2304.11277). A reference model lies beside
 * them, in 32 bits too, when the KL term is on. An adapter: the frozen weights in 16 bits whole on each card, and 16 bytes for each of
 * its own parameters; the weights below it are the reference.
 */
function trainParts(question: MemoryQuestion): Part[] {
  const { shape, optimiser, split } = question;
  const cards = split.train.length;
  const context = cards > 1 ? contextGib.several : contextGib.alone;
  const rest = [
    { name: 'activations', gib: activationBytes(question) / gib },
    { name: 'CUDA', gib: context },
  ];
  const { parameters } = shape;
  if (optimiser.lora !== null) {
    const adapter = adapterParameters(shape, optimiser.lora.rank);
    return [
      { name: 'weights', gib: (2 * parameters) / gib },
      { name: 'adapter', gib: (16 * adapter) / gib },
      ...rest,
    ];
  }
  const spread = (bytes: number) => (bytes * parameters) / cards / gib;
  const reference = optimiser.klCoefficient > 0 ? [{ name: 'reference', gib: spread(4) }] : [];
  return [
    { name: 'weights', gib: spread(4) },
    { name: 'gradients', gib: spread(4) },
    { name: 'Adam', gib: spread(8) },
    ...reference,
    ...rest,
  ];
}

/**
 * One sequence at a time, recomputed layer by layer: the input of each layer, 2·s·h bytes, and inside of the one at work 34·s·h
 * (Korthikanti et al. 2022, arXiv 2205.05198, table 2, with an attention that keeps no scores). The logits of every token, in 16 bits
 * and twice in 32, outweigh both: 10·s·V.
 */
function activationBytes({ shape, sequenceTokens: tokens }: MemoryQuestion): number {
  const { layers, hidden, vocabulary } = shape;
  return tokens * (2 * hidden * layers + 34 * hidden + 10 * vocabulary);
}

const cacheName = 'KV cache';

/** vLLM takes its share whole: what weights and graphs leave of it is for keys and values. */
function sampleParts({ shape, split }: MemoryQuestion, cardGib: number, cards: number): Part[] {
  const share = cardGib * (split.sample === null ? sampledShare.shared : sampledShare.own);
  const weights = (2 * shape.parameters) / cards / gib;
  return [
    { name: 'sampling weights', gib: weights },
    { name: 'graphs', gib: graphGib },
    { name: cacheName, gib: Math.max(0, share - weights - graphGib) },
  ];
}

/** Sequences of full length whose keys and values fit on the cards that sample; 0 where not even the weights do. */
export function sequencesAtOnce(
  { shape, sequenceTokens, split }: MemoryQuestion,
  estimates: readonly MemoryEstimate[],
): number {
  const sampling = split.sample ?? split.train.slice(0, 1);
  const caches = estimates
    .filter(({ gpu }) => sampling.includes(gpu))
    .map(({ parts }) => parts.find(({ name }) => name === cacheName)?.gib ?? 0);
  const room = Math.min(...caches) * caches.length * gib;
  return Math.floor(room / (cacheBytesPerToken(shape) * sequenceTokens));
}

function totalGib(gpu: GpuFacts | undefined): number {
  return (gpu?.memoryTotalMib ?? 0) / 1024;
}

function rounded(value: number): number {
  return Math.max(0, Math.round(value * 10) / 10);
}
