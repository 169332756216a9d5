// Keys for hosts and for people, made by ssh-keygen.
import { execFileSync } from 'node:child_process';

/** An Ed25519 key without a passphrase, or with one; the public half lies beside it as `<file>.pub`. */
export function makeKey(file: string, passphrase = ''): void {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', file]);
}
