// How the nodes about training look. State is told by icon and word; colour only repeats it.
import type { RunListing, ShownState } from '../../runtime/contract/training/runView.ts';
import { shortText } from '../support/shortText.ts';
import type { NodeIcon, NodeLook } from './nodeLook.ts';
import type {
  CheckpointNode,
  MachineFactNode,
  MachineNode,
  RunHealthNode,
  RunNode,
  RunPartNode,
  TrainingNode,
} from './trainingNode.ts';
import { canOpen } from './trainingTree.ts';
import {
  gibWords,
  here,
  machineFigure,
  offlineWords,
  progressWords,
  runFigure,
  stateWords,
} from './trainingWords.ts';

const warning = 'list.warningForeground';

export const stateIcons: Readonly<Record<ShownState, NodeIcon>> = {
  queued: { name: 'clockface' },
  starting: { name: 'loading~spin' },
  running: { name: 'sync', colour: 'charts.blue' },
  stalled: { name: 'debug-pause', colour: warning },
  stopping: { name: 'stop-circle', colour: warning },
  stopped: { name: 'debug-stop' },
  crashed: { name: 'error', colour: 'list.errorForeground' },
  done: { name: 'pass', colour: 'testing.iconPassed' },
  offline: { name: 'debug-disconnect', colour: warning },
};

export function trainingLook(node: TrainingNode, now: Date): NodeLook {
  const look = { ...ownLook(node, now), fold: canOpen(node) ? 'closed' : 'none' } as const;
  return { ...look, spoken: [look.label, look.description].filter(Boolean).join(', ') };
}

type OwnLook = Omit<NodeLook, 'fold' | 'spoken'>;

function ownLook(node: TrainingNode, now: Date): OwnLook {
  switch (node.kind) {
    case 'run':
      return runLook(node, now);
    case 'run-part':
      return partLook(node, now);
    case 'run-health':
      return healthLook(node);
    case 'checkpoint':
      return checkpointLook(node);
    case 'machine':
      return machineLook(node, now);
    case 'machine-fact':
      return factLook(node);
    case 'training-problem':
      return {
        ...{ label: 'Could not be read', description: node.message, tooltip: node.message },
        ...{ icon: stateIcons.crashed, contextValue: 'trainingProblem', opens: 'nothing' },
      };
  }
}

/** States in which a run can be asked to stop. */
const live: ReadonlySet<ShownState> = new Set(['queued', 'starting', 'running', 'stalled']);

function runLook({ run, section }: RunNode, now: Date): OwnLook {
  const { machine, folder } = run.place;
  const figures = {
    runs: runFigure(run, now),
    queue: freshWords(run),
    checkpoints: `step ${run.newestCheckpoint ?? 0}`,
  };
  const where = machine === here ? folder : `${machine}: ${folder}`;
  const facts = [
    `${run.name}: ${stateWords[run.state]}, train step ${progressWords(run)}`,
    ...(run.activity === '' ? [] : [run.activity]),
    ...(run.problem === null ? [] : [run.problem]),
    `Recipe ${run.recipe}, model ${run.model}`,
    where,
  ];
  return {
    label: run.name,
    description: figures[section],
    icon: section === 'runs' ? stateIcons[run.state] : { name: sectionIcons[section] },
    tooltip: facts.join('\n'),
    contextValue: section === 'runs' ? runContext(run.state) : `run.${section}`,
    opens: sectionOpens[section],
  };
}

const sectionOpens = { runs: 'run', queue: 'queue', checkpoints: 'checkpoints' } as const;
const sectionIcons = { queue: 'layers', checkpoints: 'save-all' } as const;

function freshWords({ freshShare }: RunListing): string {
  return freshShare === null ? '' : `${Math.round(freshShare * 100)} % fresh`;
}

/** What the menus of a run offer depends on its state. */
function runContext(state: ShownState): string {
  if (live.has(state)) return 'run.live';
  return state === 'stopped' || state === 'crashed' ? 'run.resumable' : 'run.other';
}

function partLook({ run, part }: RunPartNode, now: Date): OwnLook {
  const looks: Readonly<Record<RunPartNode['part'], Omit<OwnLook, 'tooltip' | 'contextValue'>>> = {
    metrics: {
      label: 'Metrics',
      description: run.reward === null ? '' : `reward ${run.reward.toFixed(2)}`,
      icon: { name: 'graph-line' },
      opens: 'run',
    },
    queue: {
      ...{ label: 'Queue', description: freshWords(run) },
      ...{ icon: { name: sectionIcons.queue }, opens: 'queue' },
    },
    rollouts: {
      label: 'Rollouts',
      description: run.step === 0 ? '' : `train steps 1 to ${run.step}`,
      icon: { name: 'list-tree' },
      opens: 'train-step',
    },
    logs: { label: 'Logs', description: '', icon: { name: 'output' }, opens: 'run-log' },
    cause: {
      label: shortText(run.problem ?? 'No reason was given', 48),
      description: '',
      icon: { name: 'info' },
      opens: 'run',
    },
    resume: {
      label: `Resume from step ${run.newestCheckpoint ?? 0}`,
      description: '',
      icon: { name: 'debug-continue' },
      opens: 'resume',
    },
    offline: {
      label: offlineWords(run, now),
      description: '',
      icon: { name: 'info' },
      opens: 'run',
    },
  };
  const look = looks[part];
  const whole = part === 'cause' ? (run.problem ?? look.label) : look.label;
  return { ...look, tooltip: whole, contextValue: `runPart.${part}` };
}

function healthLook({ badge }: RunHealthNode): OwnLook {
  const { name, value, level, means, tryThis } = badge;
  return {
    label: name,
    description: `${value} ${level}`,
    icon: level === 'alarm' ? stateIcons.crashed : { name: 'warning', colour: warning },
    tooltip: `${means}\nWhat to try: ${tryThis}`,
    contextValue: 'runHealth',
    opens: 'run',
  };
}

function checkpointLook({ checkpoint }: CheckpointNode): OwnLook {
  const { step, bytes, reward, kept, whyNotResumable, queueStateBytes } = checkpoint;
  const best = kept.includes('best');
  const figures = [
    ...(kept.includes('latest') ? ['latest'] : best ? ['best'] : []),
    gibWords(bytes),
    ...(whyNotResumable === null ? [] : ['weights only']),
    ...(reward === null ? [] : [reward.toFixed(2)]),
  ];
  return {
    label: `Step ${step}`,
    description: figures.join(' · '),
    icon: { name: best ? 'star-full' : kept.includes('pinned') ? 'pinned' : 'save' },
    tooltip: [
      checkpoint.folder,
      queueStateBytes === null ? 'Without the state of the queue' : 'With the state of the queue',
      whyNotResumable ?? 'A run can go on from it exactly.',
    ].join('\n'),
    contextValue: [
      whyNotResumable === null ? 'checkpoint.whole' : 'checkpoint.weights',
      kept.includes('pinned') ? 'pinned' : 'free',
    ].join('.'),
    opens: 'nothing',
  };
}

function machineLook({ machine }: MachineNode, now: Date): OwnLook {
  const { name, connection } = machine;
  const isHere = name === here;
  const icon = isHere ? 'device-desktop' : 'vm';
  const problem = connection.state === 'offline' ? `\n${connection.problem}` : '';
  return {
    label: isHere ? 'This computer' : name,
    description: machineFigure(machine, now),
    icon: connection.state === 'offline' ? stateIcons.offline : { name: icon },
    tooltip: `${isHere ? 'This computer' : `ssh ${name}`}${problem}`,
    contextValue: isHere ? 'machine.here' : `machine.${connection.state}`,
    opens: 'nothing',
  };
}

const factIcons = {
  gpu: { name: 'circuit-board' },
  disk: { name: 'database' },
  problem: { name: 'info' },
};

function factLook({ fact, label, description }: MachineFactNode): OwnLook {
  return {
    label,
    description,
    icon: factIcons[fact],
    tooltip: `${label}: ${description}`,
    contextValue: `machineFact.${fact}`,
    opens: 'nothing',
  };
}
