// The judges whose verdicts a population holds, each version apart, and which version of each counts.
import type { JudgeIdentity } from '../contract/judge.ts';

export type GraderKind = 'rule' | 'llm' | 'semantic' | 'people';

export interface KnownJudge {
  readonly index: number;
  /** Stable for a name and version: `NAME@VERSION`. */
  readonly key: string;
  readonly kind: GraderKind;
  identity: JudgeIdentity;
}

/** Names of judges from before kinds were written. */
const ruleNames = new Set(['rule', 'gaia-official']);

export class JudgeTable {
  readonly #byKey = new Map<string, KnownJudge>();
  readonly #all: KnownJudge[] = [];
  /** The version of each name that was read last. */
  readonly #newest = new Map<string, KnownJudge>();

  get all(): readonly KnownJudge[] {
    return this.#all;
  }

  /** Call it in the order in which verdicts were given. */
  add(identity: JudgeIdentity): KnownJudge {
    const key = judgeKey(identity);
    const known = this.#byKey.get(key) ?? this.#begin(key, identity);
    known.identity = identity;
    this.#newest.set(identity.name, known);
    return known;
  }

  at(index: number): KnownJudge {
    const judge = this.#all[index];
    if (judge === undefined) throw new Error(`there is no judge ${index}`);
    return judge;
  }

  /** Null for a key that nobody judged under. */
  find(key: string): KnownJudge | null {
    return this.#byKey.get(key) ?? null;
  }

  /** Verdicts of an earlier version are shown apart and never pooled with these. */
  isCurrent(judge: KnownJudge): boolean {
    return this.#newest.get(judge.identity.name) === judge;
  }

  #begin(key: string, identity: JudgeIdentity): KnownJudge {
    const kind = identity.kind ?? (ruleNames.has(identity.name) ? 'rule' : 'llm');
    const judge: KnownJudge = { index: this.#all.length, key, kind, identity };
    this.#byKey.set(key, judge);
    this.#all.push(judge);
    return judge;
  }
}

export function judgeKey({ name, version }: JudgeIdentity): string {
  return `${name}@${version}`;
}

const longestVersion = 16;

/** `llm-judge v3`, as a person reads it; versions that are hashes are cut, since nobody reads them to the end. */
export function judgeName({ name, version }: JudgeIdentity): string {
  if (/^\d+(\.\d+)*$/.test(version)) return `${name} v${version}`;
  return `${name} ${version.length > longestVersion ? `${version.slice(0, 12)}…` : version}`;
}
