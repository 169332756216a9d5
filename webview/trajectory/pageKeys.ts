// The keys of the page, and what they do to it.
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { TrajectoryPage } from './trajectoryPage.ts';
import { isUnderWay } from './state/trajectoryState.ts';
import { isTrouble } from './views/statusWords.ts';

export interface KeyActions {
  step(by: 1 | -1): boolean;
  trouble(by: 1 | -1): boolean;
  edge(which: 'first' | 'last'): boolean;
  trajectory(by: 1 | -1): boolean;
  find(): void;
  follow(): boolean;
  edit(): boolean;
  copyCode(): boolean;
  copyLink(): void;
  group(): void;
  list(): void;
  /** Closes what is open, else stops the rollout. */
  escape(): boolean;
}

export function pageKeys(act: KeyActions): readonly KeyBinding[] {
  const key = (keys: readonly string[], words: string, run: KeyBinding['run']): KeyBinding => ({
    ...{ keys, words, run },
  });
  return [
    key(['j'], 'next step', () => act.step(1)),
    key(['k'], 'step before', () => act.step(-1)),
    key([']'], 'next step with an error or a refusal', () => act.trouble(1)),
    key(['['], 'step with an error or a refusal before', () => act.trouble(-1)),
    key(['Home'], 'first step', () => act.edge('first')),
    key(['End'], 'last step', () => act.edge('last')),
    key(['n'], 'next trajectory', () => act.trajectory(1)),
    key(['p'], 'trajectory before', () => act.trajectory(-1)),
    key(['/'], 'find in this trajectory', () => act.find()),
    key(['f'], 'follow the newest step', () => act.follow()),
    key(['e'], 'edit the code of the step and run from there', () => act.edit()),
    key(['c'], 'copy the code of the step', () => act.copyCode()),
    key(['y'], 'copy a link to the step', () => act.copyLink()),
    key(['g'], 'all trajectories of this task', () => act.group()),
    key(['l'], 'list of all trajectories', () => act.list()),
    {
      keys: ['Escape'],
      words: 'close what is open, or stop the agent',
      whileTyping: true,
      run: () => act.escape(),
    },
  ];
}

export function keyActions(page: TrajectoryPage): KeyActions {
  const { act } = page;
  return {
    step: (by) => walk(page, page.walkable, by),
    trouble: (by) => walk(page, troubled(page), by),
    edge: (which) => {
      const step = which === 'first' ? page.walkable[0] : page.walkable.at(-1);
      return go(page, step);
    },
    trajectory: (by) => {
      const { place } = page.state;
      const id = by === 1 ? place?.nextId : place?.previousId;
      if (id === undefined || id === null) return false;
      act.open(id);
      return true;
    },
    find: () => page.finder.open(),
    follow: () => {
      if (!isUnderWay(page.state)) return false;
      page.follow();
      return true;
    },
    edit: () => withStep(page, (step) => page.beginEdit(step)),
    copyCode: () => withStep(page, (step) => page.copyField(step, 'code')),
    copyLink: () => void act.copyLink(page.chosen.step),
    group: () => (page.blind ? undefined : act.group()),
    list: () => (page.blind ? undefined : act.list()),
    escape: () => escape(page),
  };
}

function walk(page: TrajectoryPage, steps: readonly number[], by: 1 | -1): boolean {
  const here = page.chosen.step ?? 0;
  return go(
    page,
    by === 1 ? steps.find((step) => step > here) : steps.findLast((step) => step < here),
  );
}

function go(page: TrajectoryPage, step: number | undefined): boolean {
  if (step === undefined) return false;
  page.goTo(step);
  return true;
}

function troubled({ state, walkable }: TrajectoryPage): readonly number[] {
  const steps = new Set(state.rows.filter(isTrouble).map(({ index }) => index));
  return walkable.filter((step) => steps.has(step));
}

function withStep({ chosen }: TrajectoryPage, work: (step: number) => void): boolean {
  if (chosen.step === null) return false;
  work(chosen.step);
  return true;
}

function escape(page: TrajectoryPage): boolean {
  if (page.finder.isOpen) page.finder.close();
  else if (page.edit !== null) void page.endEdit(false);
  else if (isUnderWay(page.state)) void page.stopRollout();
  else return false;
  return true;
}
