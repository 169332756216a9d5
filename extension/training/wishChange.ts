// Changes of what a person wants trained: asks for one field, and says what else changes with it.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type { StartView, WishField } from '../../runtime/contract/startPanel.ts';
import { thisComputer } from '../../runtime/contract/thisComputer.ts';
import type { GpuChoice, TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import { Problem } from '../support/problem.ts';
import { calledMachine } from './calledRun.ts';
import {
  askAddress,
  askCards,
  askModel,
  askName,
  askRecipe,
  askSampler,
  askSteps,
  askTasks,
  askWhetherAll,
} from './startQuestions.ts';
import type { TrainingServices } from './trainingServices.ts';

/** Undefined when the person gave up. @throws Problem when there is nothing to choose */
export async function askChange(
  services: TrainingServices,
  field: WishField,
  { wish, plan }: StartView,
): Promise<TrainingWish | undefined> {
  const change = await changeOf(services, field, wish, plan?.gpus ?? null);
  return change === undefined ? undefined : { ...wish, ...change };
}

type Change = Partial<TrainingWish>;

async function changeOf(
  services: TrainingServices,
  field: WishField,
  wish: TrainingWish,
  cards: GpuChoice | null,
): Promise<Change | undefined> {
  switch (field) {
    case 'machine': {
      const machine = await calledMachine(services, [], 'Start Training: Which Machine?');
      return machine === undefined ? undefined : onMachine(machine);
    }
    case 'sampler':
      return changeSampler(services, wish);
    case 'gpus':
      return changeCards(services, wish, cards);
    case 'tasks':
      return given('tasks', await askTasks());
    case 'model':
      return given('model', await askModel(wish.machine, wish.model));
    case 'recipe':
      return given('recipe', await askRecipe(wish.recipe));
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

async function changeCards(
  { runtime }: TrainingServices,
  wish: TrainingWish,
  cards: GpuChoice | null,
): Promise<Change | undefined> {
  const { machines } = await runtime.request('list-machines', {});
  const trainer = withCards(machines, wish.machine);
  const sampler = withCards(machines, wish.sampler ?? wish.machine);
  const all = await askWhetherAll();
  if (all !== false) return all === undefined ? undefined : { gpus: null };
  const train = await askCards('Train', { machine: trainer, chosen: cards?.train ?? [] });
  if (train === undefined) return undefined;
  const sample = await askCards('Sample', { machine: sampler, chosen: cards?.sample ?? [] });
  if (sample === undefined) return undefined;
  if (train.length === 0 || sample.length === 0) {
    throw new Problem('At least one card has to train and one to sample; one can do both.');
  }
  return { gpus: { train: [...train], sample: [...sample] } };
}

function withCards(machines: readonly MachineListing[], wanted: string): MachineListing {
  const machine = machines.find(({ name }) => name === wanted);
  if ((machine?.facts?.gpus.length ?? 0) > 0 && machine !== undefined) return machine;
  throw new Problem(`No graphics card of ${wanted} is known, so there is none to choose.`);
}
