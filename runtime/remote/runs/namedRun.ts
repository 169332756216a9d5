// Finds the run that somebody names among those that are known.
import type { RunListing } from '../../contract/training/runView.ts';
import { HumanError } from '../../support/errors.ts';

/**
 * @param wanted name of a run, or MACHINE/NAME
 * @param howToList what to do to see the names, as one sentence
 * @throws HumanError when there is none of this name, or more than one
 */
export function namedRun(
  runs: readonly RunListing[],
  wanted: string,
  howToList: string,
): RunListing {
  const found = runs.filter(
    ({ name, place }) => name === wanted || `${place.machine}/${name}` === wanted,
  );
  const [run] = found;
  if (run === undefined) throw new HumanError(`There is no run ${wanted}. ${howToList}`);
  if (found.length === 1) return run;
  const names = found.map(({ name, place }) => `${place.machine}/${name}`);
  throw new HumanError(`There are several runs ${wanted}. Name one of: ${names.join(', ')}.`);
}
