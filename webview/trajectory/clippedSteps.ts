// Steps that an event brought with their long texts clipped: they are read again from the file, which says how long the
// texts really are.
import type { Step } from '../../runtime/contract/step.ts';

/** As in runtime/contract/viewing.ts; the value is not imported, because the schemas beside it would come along. */
export const clippedCharacters = 20_000;

/** A clipped text has a line between head and tail, so it is hardly shorter than the limit. */
const nearly = clippedCharacters - 200;

export function looksClipped({ thought, code, reply, observation }: Step): boolean {
  return [thought, code ?? '', reply.text, observation.text, observation.stdout].some(
    (text) => text.length >= nearly,
  );
}
