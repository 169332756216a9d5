// Somebody who can put a question of ssh to the person.

export interface Asked {
  readonly machine: string;
  /** In ssh's own words. */
  readonly question: string;
  /** `confirm`: a host key to accept, `yes` or `no`. `secret`: a passphrase, a password or a code. `notice`: nothing to answer. */
  readonly kind: 'confirm' | 'secret' | 'notice';
}

export interface Asker {
  /** Null when they gave no answer, or not in time. The signal fires when ssh does not need it any more. */
  ask(asked: Asked, signal: AbortSignal): Promise<string | null>;
}
