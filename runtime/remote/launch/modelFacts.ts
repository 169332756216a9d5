// What a plan says of a model: its name, how large it is, and how it is trained.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TrainingSettings } from '../../contract/trainingSettings.ts';
import { modelShape, type ModelShape } from '../estimate/modelShape.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { modelTitle, type ModelPlace } from './modelPlace.ts';

export interface ModelFacts {
  readonly name: string;
  /** Null where it cannot be told before the model is fetched, or for an unknown kind. */
  readonly shape: ModelShape | null;
  /** Size of the weights on disk; null where that is not known. */
  readonly weightBytes: number | null;
}

const mostConfigBytes = 1_000_000;

/** At most one round trip. */
export async function modelFacts(
  link: MachineLink,
  place: ModelPlace,
  signal: AbortSignal,
): Promise<ModelFacts> {
  const name = modelTitle(place);
  if (place.kind === 'fetched') return { name, shape: null, weightBytes: null };
  if (place.kind === 'here') {
    const config = await readFile(path.join(place.folder, 'config.json'), 'utf8');
    return { name, shape: modelShape(config), weightBytes: place.weightBytes };
  }
  return { name, ...(await factsThere(link, place.folder, signal)) };
}

async function factsThere(
  link: MachineLink,
  named: string,
  signal: AbortSignal,
): Promise<Omit<ModelFacts, 'name'>> {
  const { home } = await link.home(signal);
  const folder = path.posix.normalize(named.replace(/^~/, home));
  const config = path.posix.join(folder, 'config.json');
  const look = {
    folders: [folder],
    files: [{ path: config, stamp: null }],
    followed: [],
    pids: [],
  };
  const { entries, files } = await link.look(look, signal);
  const text = files[0]?.text ?? '';
  const weights = (entries[folder] ?? []).filter(({ name }) => /\.(safetensors|bin)$/.test(name));
  const bytes = weights.reduce((sum, file) => sum + file.bytes, 0);
  return {
    shape: text.length > mostConfigBytes ? null : modelShape(text),
    weightBytes: bytes === 0 ? null : bytes,
  };
}

/** For a person: `full fine-tuning in bfloat16`, `adapter of rank 16`. */
export function trainingKind({ optimiser }: TrainingSettings, device: 'cpu' | 'cuda'): string {
  const { lora } = optimiser;
  if (lora !== null) return `adapter of rank ${lora.rank}`;
  return device === 'cuda' ? 'all weights, bfloat16' : 'all weights, float32';
}
