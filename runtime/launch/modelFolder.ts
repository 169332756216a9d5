// Makes sure that a folder holds a model that can be trained, before minutes are spent on starting with it.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../support/errors.ts';

export interface ModelFolder {
  readonly folder: string;
  /** Size of its weights on disk. */
  readonly weightBytes: number;
}

const tokenizerFiles = ['tokenizer.json', 'tokenizer.model', 'vocab.json'];

/** @throws HumanError that names what is missing and where to get it */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const names = await readdir(folder).catch(() => null);
  if (names === null) {
    throw new HumanError(
      `There is no model folder ${folder}. Name a folder with a Hugging Face model: config.json, weights and tokenizer.`,
    );
  }
  if (!names.includes('config.json')) {
    throw new HumanError(`${folder} has no config.json, so it is not a Hugging Face model.`);
  }
  if (!tokenizerFiles.some((name) => names.includes(name))) {
    throw new HumanError(
      `${folder} has no tokenizer (${tokenizerFiles.join(', ')}). Copy the files of the tokenizer from the model's source into it.`,
    );
  }
  const weights = names.filter((name) => /\.safetensors$|^pytorch_model.*\.bin$/.test(name));
  if (weights.length === 0) {
    throw new HumanError(
      `${folder} has no weights (*.safetensors). Fetch the model whole, or convert it first.`,
    );
  }
  const sizes = await Promise.all(
    weights.map(async (name) => (await stat(path.join(folder, name))).size),
  );
  return { folder, weightBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
