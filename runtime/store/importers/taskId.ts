// Ids for tasks that come without one, or with one that cannot be a file name. The same task gets the same id again, so that
// importing a file twice adds nothing twice.
import { createHash } from 'node:crypto';
import { Id } from '../../contract/ids.ts';

/** The id as it is where it can be one; otherwise made from its readable part, and from the question. */
export function taskId(wanted: string | null, prefix: string, question: string): string {
  const trimmed = wanted?.trim() ?? '';
  if (Id.safeParse(trimmed).success) return trimmed;
  const readable = trimmed.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const start = readable === '' ? prefix : readable.slice(0, 100);
  const print = createHash('sha256').update(`${trimmed}\n${question}`).digest('hex').slice(0, 8);
  return `${start}-${print}`;
}
