// Where the run is that a person named, as it was found on the attached machines.
import type { RunPlace } from '../contract/training/runView.ts';
import type { CommandContext } from './command.ts';
import { chosenRun } from './machineLogCommand.ts';
import { renewedRuns } from './machineRunsCommand.ts';

/**
 * @param run its name, or MACHINE/NAME
 * @throws HumanError when there is none of this name, or more than one
 */
export async function placeOfRun(context: CommandContext, run: string): Promise<RunPlace> {
  return chosenRun(await renewedRuns(context, null), run).place;
}
