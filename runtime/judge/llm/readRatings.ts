// The four criteria's ratings in a judge's reply, and its reason. Ratings explain a verdict and never decide it, so what cannot
// be read is left out. Pure.
import type { CriterionRatings } from '../../contract/judge.ts';
import { comparable } from './verdictWords.ts';

const criteria = {
  accuracy: 'accuracy|准确性',
  completeness: 'completeness|完整性',
  relevance: 'relevance|相关性',
  precision: 'precision|精确性|精确度',
} as const;

const maxReasonCharacters = 600;

/** Null when no criterion was rated. */
export function readRatings(reply: string): CriterionRatings | null {
  const text = comparable(reply);
  const ratings = {
    accuracy: ratingOf(text, criteria.accuracy),
    completeness: ratingOf(text, criteria.completeness),
    relevance: ratingOf(text, criteria.relevance),
    precision: ratingOf(text, criteria.precision),
  };
  return Object.values(ratings).every((rating) => rating === null) ? null : ratings;
}

/** The first `Name: 4`, `Name: 4/5` or `"name": 4` that begins a line or a member of JSON; null for none or one out of range. */
function ratingOf(text: string, names: string): number | null {
  const pattern = new RegExp(
    String.raw`(?:^|[{,])[\s\-*#•\d.)("'_]*(?:${names})["'*_\s]*[:=]\s*["'*_(\s]*([1-5])(?![\d.])`,
    'imu',
  );
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** The judge's reason in one line; what it wrote first where it named none. */
export function readReason(reply: string): string {
  const text = reply.replace(/[\s\S]*<\/think(?:ing)?>/i, '');
  const named =
    /(?:^|[{,])[\s\-*#"'_]*(?:reason(?:ing)?|理由|原因)["'*_\s]*[:：]\s*["']?(.*)/imu.exec(
      text,
    )?.[1];
  const first = text.split('\n').find((line) => /\p{L}{3}/u.test(line) && !isForm(line));
  const line = (named?.trim() ?? '') === '' ? (first ?? '') : (named ?? '');
  const value = line.replace(/",\s*".*$/, '');
  return clip(value.trim().replace(/^[*_#>\s]+|["'*_,\s]+$/g, ''));
}

function isForm(line: string): boolean {
  return new RegExp(`^[^\\p{L}]*(?:${Object.values(criteria).join('|')}|verdict)\\b`, 'iu').test(
    line,
  );
}

function clip(line: string): string {
  if (line === '') return 'no reason given';
  return line.length <= maxReasonCharacters ? line : `${line.slice(0, maxReasonCharacters - 1)}…`;
}
