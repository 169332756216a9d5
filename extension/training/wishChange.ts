// Changes of what a person wants trained: asks for one field, and says what else changes with it.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type { StartView, WishField } from '../../runtime/contract/startPanel.ts';
import { thisComputer } from '../../runtime/contract/thisComputer.ts';
import type { TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import { Problem } from '../support/problem.ts';
import { calledMachine } from './calledRun.ts';
import {
  askAddress,
  askModel,
  askName,
  askRecipe,
  askSampler,
  askSteps,
  askTasks,
} from './startQuestions.ts';
import type { TrainingServices } from './trainingServices.ts';

/** Undefined when the person gave up. @throws Problem when there is nothing to choose */
export async function askChange(
  services: TrainingServices,
  field: WishField,
  { wish }: StartView,
): Promise<TrainingWish | undefined> {
  const change = await changeOf(services, field, wish);
  return change === undefined ? undefined : { ...wish, ...change };
}

type Change = Partial<TrainingWish>;

async function changeOf(
  services: TrainingServices,
  field: WishField,
  wish: TrainingWish,
): Promise<Change | undefined> {
  switch (field) {
    case 'machine': {
      const machine = await calledMachine(services, [], 'Start Training: Which Machine?');
      return machine === undefined ? undefined : onMachine(machine);
    }
    case 'sampler':
      return changeSampler(services, wish);
    case 'tasks':
      return given('tasks', await askTasks());
    case 'model':
      return given('model', await askModel(wish.machine, wish.model));
    case 'recipe':
      return given('recipe', await askRecipe(services.runtime, wish.recipe));
    case 'steps':
      return given('steps', await askSteps(wish.steps));
    case 'name':
      return given('name', await askName(wish.name));
  }
}

function given<Name extends keyof TrainingWish>(
  name: Name,
  value: TrainingWish[Name] | undefined,
): Change | undefined {
  return value === undefined ? undefined : { [name]: value };
}

/** Cards and the machine that samples were chosen for another machine. */
export function onMachine({
  name,
  facts,
}: MachineListing): Pick<
  TrainingWish,
  'machine' | 'device' | 'gpus' | 'sampler' | 'samplerAddress'
> {
  const device = (facts?.gpus.length ?? 0) > 0 ? 'cuda' : 'cpu';
  return { machine: name, device, gpus: null, sampler: null, samplerAddress: null };
}

async function changeSampler(
  { runtime }: TrainingServices,
  { machine, samplerAddress }: TrainingWish,
): Promise<Change | undefined> {
  const { machines } = await runtime.request('list-machines', {});
  const others = machines.filter(({ name }) => name !== machine && name !== thisComputer);
  if (others.length === 0) {
    throw new Problem('No other machine is attached. "Tool-R1: Attach Machine..." adds one.');
  }
  const sampler = await askSampler(others);
  if (sampler === undefined) return undefined;
  if (sampler === null) return { sampler, samplerAddress: null, gpus: null };
  const address = await askAddress(samplerAddress);
  return address === undefined ? undefined : { sampler, samplerAddress: address, gpus: null };
}
