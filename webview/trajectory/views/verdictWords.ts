// What asking a judge again gave, in words. Pure.
import type { RepeatedVerdict, Verdict } from '../../../runtime/contract/judge.ts';
import { counted, percent } from '../../format/numbers.ts';

const variantWords: Readonly<Record<RepeatedVerdict['variant'], string>> = {
  same: 'same prompt',
  swapped: 'order swapped',
  paraphrased: 'paraphrased',
};

/**
 * `Asked 4 more times: 1 other verdict, flip rate 33 %, 1 unscored.` The rate is over the scored repeats. Null for a judge
 * that was asked once.
 */
export function flipWords(verdict: Verdict): string | null {
  const repeats = verdict.repeats ?? [];
  if (repeats.length === 0) return null;
  const asked = `Asked ${counted(repeats.length, 'more time')}`;
  const scored = repeats.filter(({ level }) => level !== null);
  const unscored = repeats.length - scored.length;
  const rest = unscored === 0 ? '' : `, ${unscored} unscored`;
  if (verdict.outcome === 'unscored' || scored.length === 0) {
    return `${asked}${rest === '' ? '' : `:${rest.slice(1)}`}.`;
  }
  const others = scored.filter(({ level }) => level !== verdict.level).length;
  const flips = others === 0 ? 'always the same verdict' : counted(others, 'other verdict');
  return `${asked}: ${flips}, flip rate ${percent(others / scored.length)}${rest}.`;
}

/** `same prompt: Correct, Correct; order swapped: Wrong`. */
export function repeatWords(repeats: readonly RepeatedVerdict[]): string {
  const variants = Object.keys(variantWords) as RepeatedVerdict['variant'][];
  return variants
    .map((variant) => {
      const levels = repeats.filter((one) => one.variant === variant);
      return [variantWords[variant], levels.map(({ level }) => level ?? 'unscored')] as const;
    })
    .filter(([, levels]) => levels.length > 0)
    .map(([words, levels]) => `${words}: ${levels.join(', ')}`)
    .join('; ');
}
