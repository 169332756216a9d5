// Stands for the extension on the page of a training run without VS Code. The page's address says what is shown, for example
// `/run?state=crashed&steps=312&compared=1&route={"page":"run"}`; a test reaches in through `window.runHost`.
import * as z from 'zod';
import {
  type ComparedRun,
  type RunHostMessage,
  RunPageMessage,
  type RunPanelRequestName,
  runPanelRequests,
  RunPanelStart,
  RunRoute,
} from '../../../../runtime/contract/runPanel.ts';
import { RunPlace, ShownState } from '../../../../runtime/contract/training/runView.ts';
import { makeQueueInput, makeQueuePage, makeQueueRecipe } from '../../../fakes/queuePages.ts';
import { makeRunFigures } from '../../../fakes/runFigures.ts';
import {
  makeMachine,
  makeNews,
  makeRunPage,
  offlineSince,
  runPlace,
  stepOf,
} from '../../../fakes/runPages.ts';
import { type Answer, type FakePanel, startFakePanel } from '../fakePanel.ts';
import { makeSampledReward } from '../../../fakes/sampledRewards.ts';
import { checkpointAnswers } from './fakeCheckpoints.ts';

export interface RunFakeHost extends FakePanel<RunPanelRequestName, RunHostMessage> {
  /** The run makes one more train step, and the page is told. */
  step(): void;
  /** Answers about the queue at a train step wait until they are freed. */
  holdQueue(step: number): void;
  /** Answers about the queue at a train step fail until they are freed; null for the newest. */
  failQueue(step: number | null): void;
  freeQueue(): void;
  /** The run saves a checkpoint, and the page is told. */
  save(step: number): void;
  /** The run is in another state, and the page is told all anew. */
  become(state: ShownState): void;
}

declare global {
  interface Window {
    runHost: RunFakeHost;
  }
}

const address = new URLSearchParams(location.search);
const now = Date.now();
const steps = Number(address.get('steps') ?? 312);
const state = ShownState.parse(address.get('state') ?? 'running');
const hasQueue = address.get('queue') !== 'none';
const made = makeRunPage({ state, steps, now });
const page = { ...made, job: { ...made.job, recipe: makeQueueRecipe(hasQueue) } };
const ahead = makeRunFigures({ seed: 7, steps: steps + 500 });

const otherPlace: RunPlace = { machine: 'a100-box', folder: '/home/ada/.tool-r1/runs/vanilla' };
const other: ComparedRun = {
  place: otherPlace,
  ...{ name: 'vanilla-7b-files', state: 'stopped' },
  metrics: makeRunFigures({ seed: 11, steps: 305, hasQueue: false }),
};
const compared = address.has('compared') ? [otherPlace] : [];
const readCompared: Answer = ({ place }) => {
  if (RunPlace.parse(place).folder !== otherPlace.folder) throw new Error('That run is gone.');
  return { run: other };
};

let queue = makeQueueInput({ steps, hasQueue });
let isFetched = !address.has('elsewhere');
let heldStep: number | null = null;
let failing: { readonly step: number | null } | null = null;
let free = (): void => undefined;
const held = new Promise<void>((resolve) => {
  free = resolve;
});
const readQueue: Answer = async (asked) => {
  const query = runPanelRequests['read-queue'].params.parse(asked);
  if (query.step === heldStep && heldStep !== null) await held;
  if (failing?.step === query.step) throw new Error('The link broke.');
  return makeQueuePage(queue, query);
};

const answers: Partial<Record<RunPanelRequestName, Answer>> = {
  ready: () => start(),
  ...checkpointAnswers(now, Number(address.get('checkpoints') ?? 6)),
  'read-queue': readQueue,
  // What is fetched stays here.
  'read-sampled': ({ mayFetch }) => {
    isFetched ||= mayFetch === true;
    return { sampled: isFetched ? makeSampledReward() : null };
  },
  'choose-compared': () => ({ run: other }),
  'read-compared': readCompared,
};

function start(): RunPanelStart {
  const given = z.looseObject({}).parse(JSON.parse(address.get('route') ?? '{"page":"run"}'));
  const connected = { since: new Date(now).toISOString(), roundTripMilliseconds: 12 };
  return RunPanelStart.parse({
    state: { version: 1, place: runPlace, route: RunRoute.parse({ compared, ...given }) },
    page,
    machine: makeMachine(
      state === 'offline' ? offlineSince(now) : { state: 'connected', ...connected },
    ),
  });
}

const panel = startFakePanel<RunPanelRequestName, RunHostMessage>({
  schemas: runPanelRequests,
  parse: (message) => RunPageMessage.parse(message),
  answers,
  fail: address.get('fail'),
});
let done = steps;
window.runHost = Object.assign(panel, {
  step: (): void => {
    done += 1;
    queue = makeQueueInput({ steps: done, hasQueue });
    panel.tell({ kind: 'run-changed', news: makeNews(page, stepOf(ahead, done), Date.now()) });
  },
  holdQueue: (step: number): void => {
    heldStep = step;
  },
  failQueue: (step: number | null): void => {
    failing = { step };
  },
  freeQueue: (): void => {
    failing = null;
    free();
  },
  save: (step: number): void => {
    const checkpoints = [...page.checkpoints, step];
    panel.tell({ kind: 'run-changed', news: { ...makeNews(page, null, Date.now()), checkpoints } });
  },
  become: (to: ShownState): void =>
    panel.tell({ kind: 'run-read', page: makeRunPage({ state: to, steps, now: Date.now() }) }),
});
