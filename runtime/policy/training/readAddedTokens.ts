// The added tokens of the model that is trained, from its folder.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAddedTokens, type AddedToken } from './addedTokens.ts';
import { errorMessage, HumanError } from '../../support/errors.ts';

/** @throws HumanError that says what is wrong with the folder */
export async function readAddedTokens(modelFolder: string): Promise<readonly AddedToken[]> {
  const file = path.join(modelFolder, 'tokenizer.json');
  const tokens = parseAddedTokens(await textOf(file));
  if (tokens.ok) return tokens.value;
  throw new HumanError(
    `${file} is no tokenizer: ${tokens.problem}. Copy the file of the model there once more.`,
  );
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new HumanError(
      `${file} cannot be read (${errorMessage(error)}). Training needs the tokenizer of the model in this form; save_pretrained of transformers writes it.`,
    );
  }
}
