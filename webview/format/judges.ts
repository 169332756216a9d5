// Judges as a person reads them.
import type { JudgeIdentity } from '../../runtime/contract/judge.ts';

/** Versions may be hashes, which nobody reads to the end. */
export function shortVersion(version: string): string {
  return version.length > 16 ? `${version.slice(0, 12)}…` : version;
}

/** `llm-judge v3`. */
export function judgeWords({ name, version }: JudgeIdentity): string {
  return `${name} ${shortVersion(version)}`;
}
