// Reads what nvidia-smi prints: cards and the processes on them, with the many ways in which it says that it does not know.
import type { GpuFacts } from '../../contract/machine.ts';
import type { Said, SmiAnswer } from './machineProbe.ts';

export interface CardsFound {
  readonly gpus: readonly GpuFacts[];
  /** What it said instead of cards; null when it named them. */
  readonly problem: string | null;
}

type GpuProcess = GpuFacts['processes'][number];

/** @param answer null where there is no nvidia-smi */
export function readCards(answer: SmiAnswer | null): CardsFound {
  if (answer === null) return { gpus: [], problem: null };
  const { cards, processes, owners } = answer;
  const lines = csvLines(cards.out).filter((line) => isCardLine(line));
  const running = processes?.code === 0 ? csvLines(processes.out) : [];
  const gpus = lines.map((line) => cardOf(line, processesOf(line, running, owners)));
  if (gpus.length > 0 && cards.code === 0) return { gpus, problem: null };
  return { gpus, problem: wordsOf(cards) };
}

/** Its messages come on either stream, some with an exit code of 0. */
function wordsOf({ out, err }: Said): string {
  const lines = `${err}\n${out}`.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !isCardLine(line.split(', ')));
  return said.length === 0 ? 'nvidia-smi named no cards and said nothing.' : said.join(' ');
}

function csvLines(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((field) => field.trim()));
}

const leastFields = 7;

function isCardLine(fields: readonly string[]): boolean {
  return fields.length >= leastFields && /^\d+$/.test(fields[0]?.trim() ?? '');
}

function cardOf(fields: readonly string[], processes: GpuProcess[]): GpuFacts {
  const [index, uuid = '', name = '', driver = '', total, used, utilization, mig, ecc] = fields;
  return {
    index: Number(index),
    uuid,
    name,
    driver,
    memoryTotalMib: numberOf(total),
    memoryUsedMib: numberOf(used),
    utilization: numberOf(utilization),
    mig: mig === 'Enabled',
    eccErrors: numberOf(ecc),
    processes,
  };
}

/** Null for `[N/A]`, `[Not Supported]`, `[Unknown Error]`, `ERR!` and whatever else is no number. */
function numberOf(field: string | undefined): number | null {
  return field !== undefined && /^\d+(\.\d+)?$/.test(field) ? Number(field) : null;
}

/** The name of a process comes last, because it may hold commas. */
function processesOf(
  card: readonly string[],
  running: readonly (readonly string[])[],
  owners: SmiAnswer['owners'],
): GpuProcess[] {
  return running.flatMap(([uuid, pid, memory, ...name]) => {
    if (uuid !== card[1] || pid === undefined || !/^[1-9]\d*$/.test(pid)) return [];
    const { user, run } = owners[pid] ?? { user: null, run: null };
    const named = name.join(', ');
    const memoryMib = numberOf(memory);
    return [{ pid: Number(pid), name: isUnknown(named) ? '' : named, user, memoryMib, run }];
  });
}

/** `[Not Found]` is a process of another container, `[Insufficient Permissions]` one of somebody else. */
function isUnknown(name: string): boolean {
  return /^\[.*\]$/.test(name);
}

/** A card that the driver has lost hold of says so in its fields. */
export function isLost({ uuid, memoryTotalMib }: GpuFacts): boolean {
  return uuid.startsWith('[') || memoryTotalMib === null;
}
