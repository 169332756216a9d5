// A person's own copy of GAIA (huggingface.co/datasets/gaia-benchmark/GAIA): finds the list of tasks of a split, whose attachments lie
// beside it. The data set may not be handed on, so that none is fetched or packed here.
import { access } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../support/errors.ts';

export const gaiaSplits = ['validation', 'test'] as const;
export type GaiaSplit = (typeof gaiaSplits)[number];

/** The copy as it is downloaded, its year, or the folder of a split alone. */
const places = (split: string): readonly string[] => [`2023/${split}`, split, '.'];
const lists: readonly string[] = ['metadata.jsonl', 'metadata.parquet'];

/** @throws HumanError where there is none, with what belongs there */
export async function findGaiaList(folder: string, split: GaiaSplit): Promise<string> {
  for (const place of places(split)) {
    for (const list of lists) {
      const file = path.join(folder, place, list);
      if (await isThere(file)) return file;
    }
  }
  throw new HumanError(
    `${folder} holds no copy of GAIA: there is no ${path.join('2023', split, 'metadata.jsonl')} or metadata.parquet in it. Name the folder that you downloaded GAIA to, or a file of tasks.`,
  );
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
