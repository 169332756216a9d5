// The command "Start Training...": asks what has to be known for a plan, and opens the page that shows it. Nothing is started here.
import type { TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import { Problem } from '../support/problem.ts';
import { calledMachine } from './calledRun.ts';
import { askModel, askTasks } from './startQuestions.ts';
import type { StartPanels } from './startPanels.ts';
import type { TrainingServices } from './trainingServices.ts';
import { onMachine } from './wishChange.ts';

export async function startTraining(
  services: TrainingServices,
  panels: Pick<StartPanels, 'open'>,
  args: readonly unknown[],
): Promise<void> {
  const wish = await askWish(services, args);
  if (wish !== undefined) panels.open(wish);
}

async function askWish(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<TrainingWish | undefined> {
  const workspace = services.workspaces()[0];
  if (workspace === undefined) {
    throw new Problem('Open the folder with the tasks first: the run is trained on them.');
  }
  const machine = await calledMachine(services, args, 'Start Training: Which Machine?');
  if (machine === undefined) return undefined;
  const tasks = await askTasks();
  if (tasks === undefined) return undefined;
  const model = await askModel(machine.name);
  if (model === undefined) return undefined;
  return {
    ...onMachine(machine),
    ...{ workspace, tasks, model, recipe: services.recipe() },
    ...{ name: null, changes: [], seed: null, steps: null },
    ...{ saveEverySteps: 10, keep: { last: 3, best: 1 } },
  };
}
