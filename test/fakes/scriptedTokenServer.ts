// A token server as the rollout service asks it before it is sampled from: nothing is wrong with it unless a test says so.
import type { ServedTokenizer } from '../../runtime/policy/training/tokenClient.ts';
import type { CheckedTokenServer } from '../../runtime/policy/training/tokenServerCheck.ts';
import { encode } from './toyTokenizer.ts';

export class ScriptedTokenServer implements CheckedTokenServer {
  readonly where: string;
  served: ServedTokenizer | null = { sha256: 'abc' };
  /** Thrown when the chat template is looked for. */
  templateFault: Error | null = null;

  constructor(baseUrls: readonly string[] = ['http://127.0.0.1:1']) {
    this.where = baseUrls.join(', ');
  }

  tokenizer(): Promise<ServedTokenizer | null> {
    return Promise.resolve(this.served);
  }

  textIds(text: string): Promise<readonly number[]> {
    return Promise.resolve(encode(text));
  }

  chat(): Promise<unknown> {
    return this.templateFault === null ? Promise.resolve(null) : Promise.reject(this.templateFault);
  }
}
