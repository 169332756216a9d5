// The ids that package.json declares, typed, so that no other file writes one by hand. A test compares both ways.

/** Shown in front of every command's title. */
export const category = 'Tool-R1';

export const commands = {
  /** Opens the log and writes into it what is installed. */
  showLog: 'toolR1.showLog',
  /** Asks a question about files, or runs the task that it is given. */
  runAgent: 'toolR1.runAgent',
  /** Opens a trajectory file, or one trajectory of it. */
  openTrajectory: 'toolR1.openTrajectory',
  /** Copies a link to the trajectory that is handed over or shown in front. */
  copyLink: 'toolR1.copyLink',
  showRunningAgent: 'toolR1.showRunningAgent',
  /** Stops an agent at work; what it did so far is kept. */
  stopAgent: 'toolR1.stopAgent',
  /** Runs a task of the workspace. */
  runTask: 'toolR1.runTask',
  /** Runs the embedded model on a task of the sample workspace, wherever the person is. */
  runSample: 'toolR1.runSample',
  /** Opens the trajectory that was started last, of a task or of all. */
  openNewest: 'toolR1.openNewest',
  /** Adds a task from the selection, the open file or the files chosen in the Explorer. */
  addTask: 'toolR1.addTask',
  importTasks: 'toolR1.importTasks',
  /** Takes the trajectories of another program over into a new file. */
  importTrajectories: 'toolR1.importTrajectories',
  /** Opens the task file at the task's line. */
  editTask: 'toolR1.editTask',
  showAnswer: 'toolR1.showAnswer',
  /** Reads the tree again. */
  refresh: 'toolR1.refresh',
  openSampleWorkspace: 'toolR1.openSampleWorkspace',
  chooseModel: 'toolR1.chooseModel',
  addEndpoint: 'toolR1.addEndpoint',
  forgetKeys: 'toolR1.forgetKeys',
  setSearchKey: 'toolR1.setSearchKey',
  /** Fetches numpy and pandas after consent. */
  installDataPack: 'toolR1.installDataPack',
  /** Tries what works on this machine and shows it as a text. */
  checkMachine: 'toolR1.checkMachine',
  /** Lets a judge grade the answers of trajectories. */
  judgeTrajectories: 'toolR1.judgeTrajectories',
  /** Remembers an ssh host to train on. */
  attachMachine: 'toolR1.attachMachine',
  detachMachine: 'toolR1.detachMachine',
  /** Looks whether a machine can train, and shows it as a text. */
  inspectMachine: 'toolR1.inspectMachine',
  /** Brings to a machine what a run needs. */
  prepareMachine: 'toolR1.prepareMachine',
  /** Tries to connect at once. */
  retryMachine: 'toolR1.retryMachine',
  startTraining: 'toolR1.startTraining',
  stopTraining: 'toolR1.stopTraining',
  resumeTraining: 'toolR1.resumeTraining',
  /** Opens the page of a training run. */
  openRun: 'toolR1.openRun',
  /** Opens the sample queues of a training run. */
  openQueue: 'toolR1.openQueue',
  /** Opens the checkpoints of a training run as a table. */
  openCheckpoints: 'toolR1.openCheckpoints',
  openRunLog: 'toolR1.openRunLog',
  /** Opens the trajectories that were sampled for a train step. */
  openTrainStep: 'toolR1.openTrainStep',
  /** Serves a checkpoint and makes it the agent's model. */
  useCheckpoint: 'toolR1.useCheckpoint',
  stopServing: 'toolR1.stopServing',
  pinCheckpoint: 'toolR1.pinCheckpoint',
  unpinCheckpoint: 'toolR1.unpinCheckpoint',
  downloadCheckpoint: 'toolR1.downloadCheckpoint',
  evaluateCheckpoint: 'toolR1.evaluateCheckpoint',
  cleanCheckpoints: 'toolR1.cleanCheckpoints',
  /** Opens the evaluations of a folder. */
  openEvaluations: 'toolR1.openEvaluations',
  /** Opens the queue of answers on which judges disagree. */
  labelDisagreements: 'toolR1.labelDisagreements',
  /** How far judges, the rule and people agree. */
  showAgreement: 'toolR1.showAgreement',
  /** Opens the answers that people labelled differently. */
  decideConflicts: 'toolR1.decideConflicts',
  exportLabels: 'toolR1.exportLabels',
  importLabels: 'toolR1.importLabels',
  /** Actions of the labelling page in front, each with a key. */
  labelWrong: 'toolR1.labelWrong',
  labelPartial: 'toolR1.labelPartial',
  labelCorrect: 'toolR1.labelCorrect',
  labelAmbiguous: 'toolR1.labelAmbiguous',
  labelSkip: 'toolR1.labelSkip',
  labelFlag: 'toolR1.labelFlag',
  labelNote: 'toolR1.labelNote',
  labelUndo: 'toolR1.labelUndo',
  labelReveal: 'toolR1.labelReveal',
  labelNext: 'toolR1.labelNext',
  labelPrevious: 'toolR1.labelPrevious',
  labelGoOn: 'toolR1.labelGoOn',
  labelHelp: 'toolR1.labelHelp',
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

export const views = {
  /** The one tree. */
  explorer: 'toolR1.explorer',
} as const;

/** Kinds of viewers. */
export const viewTypes = {
  /** A panel, restored after a reload. */
  trajectory: 'toolR1.trajectory',
  /** The editor for our own trajectory files, which opens them unless told otherwise. */
  trajectories: 'toolR1.trajectories',
  /** The same for files that may hold trajectories, offered by "Reopen Editor With...". */
  otherTrajectories: 'toolR1.otherTrajectories',
  /** The pages for labels and agreement, restored after a reload. */
  label: 'toolR1.label',
  /** The page of a training run, restored after a reload. */
  run: 'toolR1.run',
  /** The page that starts a training, restored after a reload. */
  start: 'toolR1.start',
  /** The pages of evaluations, restored after a reload. */
  evaluations: 'toolR1.evaluations',
} as const;

/** Set by the code, read by conditions in package.json. */
export const contextKeys = {
  /** The folders were read, and nothing is in them for the tree. */
  treeIsEmpty: 'toolR1.treeIsEmpty',
  /** An agent is at work. */
  isRunning: 'toolR1.isRunning',
  /** The chosen model is known not to answer. */
  modelIsMissing: 'toolR1.modelIsMissing',
  /** A key is in the secret store. */
  hasKeys: 'toolR1.hasKeys',
  /** A sample task was run once. */
  sampleWasRun: 'toolR1.sampleWasRun',
  /** A labelling panel is in front. */
  labelPanelActive: 'toolR1.labelPanelActive',
  /** A person types in it, so that its keys are letters. */
  labelIsTyping: 'toolR1.labelIsTyping',
} as const;

export const settings = {
  model: 'toolR1.model',
  endpoints: 'toolR1.endpoints',
  recipe: 'toolR1.recipe',
  maxSteps: 'toolR1.maxSteps',
  rater: 'toolR1.labelling.rater',
  webEnabled: 'toolR1.web.enabled',
  webSearch: 'toolR1.web.search',
  webServers: 'toolR1.web.servers',
  visionModel: 'toolR1.visionModel',
} as const;

/** Offers `tool-r1 mcp` to the editor's agents. */
export const mcpProvider = 'toolR1.mcp';

/** Name in the secret store, not a key itself. */
export const secretName = 'toolR1.keys';

/** Scheme of read-only documents that are no files. */
export const textScheme = 'tool-r1-text';

/** Scheme of the logs of training runs, which grow while they are shown. */
export const logScheme = 'tool-r1-log';

/** Publisher and name, as links to the extension begin. */
export const extensionId = 'tool-r1.tool-r1';

/** Name of the log in the Output view. */
export const logName = 'Tool-R1';
