// Whether rollouts may be sampled from a token server: it has the tokenizer that the trainer has, because ids would mean other text
// there, and a chat template that conversations can go on in. Asked before anything is sampled.
import type { Hello } from '../../contract/training/rolloutServer.ts';
import { infrastructureCodes, type ServedTokenizer } from './tokenClient.ts';
import { sameIds } from './tokenWire.ts';
import { FailureError } from '../../support/errors.ts';

export type TrainerTokenizer = Pick<Hello, 'tokenizerSha256' | 'tokenizerProbe'>;

/** What a token server is asked; each throws FailureError at boundary `policy`, or the signal's abort reason. */
export interface CheckedTokenServer {
  /** For messages. */
  readonly where: string;
  /** Null when it cannot be asked now. */
  tokenizer(signal: AbortSignal): Promise<ServedTokenizer | null>;
  textIds(text: string, signal: AbortSignal): Promise<readonly number[]>;
  /** Rejects with `policy/template-not-usable` for a template that cannot be trained with. */
  chat(): Promise<unknown>;
}

/** In one line with what to do; null when nothing is wrong, or the server cannot be asked now, which shows when it is sampled from. */
export async function tokenServerProblem(
  server: CheckedTokenServer,
  trainer: TrainerTokenizer,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const served = await server.tokenizer(signal);
    if (served === null) return null;
    if (await isOther(server, served, trainer, signal)) return otherTokenizer(server);
    await server.chat();
    return null;
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return infrastructureCodes.has(error.failure.code) ? null : `${server.where}: ${error.message}`;
  }
}

/** By the hash where both know it; else by what both make of the same text. */
async function isOther(
  server: CheckedTokenServer,
  { sha256 }: ServedTokenizer,
  { tokenizerSha256, tokenizerProbe }: TrainerTokenizer,
  signal: AbortSignal,
): Promise<boolean> {
  if (sha256 !== null && tokenizerSha256 !== null) return sha256 !== tokenizerSha256;
  if (tokenizerProbe === null) return false;
  return !sameIds(await server.textIds(tokenizerProbe.text, signal), tokenizerProbe.ids);
}

function otherTokenizer({ where }: CheckedTokenServer): string {
  return `The token server at ${where} has another tokenizer than the trainer. Start both with the same model folder.`;
}
