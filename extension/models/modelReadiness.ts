// Whether the chosen model can be asked, for the tree's welcome text and message. Only what can be told cheaply: a server that
// is off or lacks the model, an editor model that is gone. Files are looked at when they are used.
import type { ModelListing } from '../../runtime/contract/requests.ts';
import { baseUrlOf } from './modelChoices.ts';

/** One sentence on what is missing; null when nothing is known to be. */
export function modelProblem(name: string, listing: readonly ModelListing[]): string | null {
  const listed = listing.find((one) => one.name === name);
  // The embedded model is fetched by the first run.
  if (name === 'embedded' || listed?.ready === true) return null;
  const baseUrl = baseUrlOf(name);
  if (baseUrl !== null) return serverProblem(name, baseUrl, listed, listing);
  return name.startsWith('editor:')
    ? `The editor does not offer the language model ${name.slice('editor:'.length)} now.`
    : null;
}

function serverProblem(
  name: string,
  baseUrl: string,
  listed: ModelListing | undefined,
  listing: readonly ModelListing[],
): string | null {
  if (listed !== undefined) return `${name} cannot be used: ${listed.detail}`;
  const others = listing.filter((one) => baseUrlOf(one.name) === baseUrl);
  if (others.some(({ ready }) => ready)) {
    return `The server at ${baseUrl} does not offer ${name.slice(0, -baseUrl.length - 1)}.`;
  }
  // A server that was not asked says nothing about itself.
  return others[0] === undefined ? null : others[0].detail;
}
