// Puts together what training needs. Called when one of its commands, its pages or its prompts is first used.
import * as vscode from 'vscode';
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import { Disposables } from '../support/disposable.ts';
import { EvaluationPanels } from '../evaluations/evaluationPanels.ts';
import { calledRun } from './calledRun.ts';
import {
  cleanRun,
  downloadAt,
  evaluateAt,
  pinAt,
  serveAt,
  stopServingAt,
} from './checkpointActions.ts';
import {
  cleanCheckpoints,
  downloadCheckpoint,
  evaluateCheckpoint,
  pinCheckpoint,
  stopServing,
  useCheckpoint,
} from './checkpointCommands.ts';
import type { CheckpointWork } from './checkpointHandlers.ts';
import {
  attachMachine,
  detachMachine,
  inspectMachine,
  prepare,
  prepareMachine,
  retryMachine,
} from './machineCommands.ts';
import {
  nameOf,
  openCheckpoints,
  openLogCalled,
  openQueue,
  openRun,
  openStepCalled,
  resumeCalled,
  resumeRun,
  stopCalled,
  stopRun,
} from './runCommands.ts';
import type { RunActions } from './runHandlers.ts';
import { RunLogs } from './runLogs.ts';
import { RunPanels } from './runPanels.ts';
import { ServedCheckpoints } from './servedCheckpoints.ts';
import { answerPrompt } from './sshPrompts.ts';
import type { StartActions } from './startHost.ts';
import { StartPanels } from './startPanels.ts';
import { startTraining } from './startTraining.ts';
import { fetchStep, openSampled, openStep } from './stepTrajectories.ts';
import type { TrainingParts } from './trainingParts.ts';
import type { TrainingServices } from './trainingServices.ts';
import { TrainingStatus } from './trainingStatus.ts';
import { askChange } from './wishChange.ts';

export function composeTraining(
  given: TrainingServices,
  changedLogs: vscode.EventEmitter<vscode.Uri>,
): TrainingParts {
  const owned = new Disposables();
  const services: TrainingServices = {
    ...given,
    onTrainingChanged: () => {
      given.onTrainingChanged();
      panels.checkpointsChanged();
    },
  };
  const { runtime, log } = services;
  const logs = owned.add(new RunLogs({ runtime, changed: changedLogs, log }));
  const served = new ServedCheckpoints(services.model);
  const panels = owned.add(new RunPanels(services, actionsOf(services, logs, served)));
  const starts = owned.add(
    new StartPanels(services, startActionsOf(services), (run) => panels.open(run)),
  );
  const evaluations = owned.add(
    new EvaluationPanels({ ...services, schemas: services.evaluationSchemas }),
  );
  const status = owned.add(new TrainingStatus());
  return {
    commands: {
      attachMachine: () => attachMachine(services),
      detachMachine: (args) => detachMachine(services, args),
      retryMachine: (args) => retryMachine(services, args),
      inspectMachine: (args) => inspectMachine(services, args),
      prepareMachine: (args) => prepareMachine(services, args),
      startTraining: (args) => startTraining(services, starts, args),
      stopTraining: (args) => stopCalled(services, args),
      resumeTraining: (args) => resumeCalled(services, args),
      openRun: (args) => openRun(services, panels, args),
      openQueue: (args) => openQueue(services, panels, args),
      openCheckpoints: (args) => openCheckpoints(services, panels, args),
      openRunLog: (args) => openLogCalled(services, logs, args),
      openTrainStep: (args) => openStepCalled(services, args),
      useCheckpoint: (args) => useCheckpoint(services, served, args),
      stopServing: () => stopServing(services, served),
      pinCheckpoint: (args) => pinCheckpoint(services, args, true),
      unpinCheckpoint: (args) => pinCheckpoint(services, args, false),
      downloadCheckpoint: (args) => downloadCheckpoint(services, args),
      evaluateCheckpoint: (args) => evaluateCheckpoint(services, args),
      cleanCheckpoints: (args) => cleanCheckpoints(services, args),
      openEvaluations: () => evaluations.open(),
    },
    restore: (panel, state) => panels.restore(panel, state),
    restoreStart: (panel, state) => starts.restore(panel, state),
    restoreEvaluations: (panel, state) => evaluations.restore(panel, state),
    provideLog: (uri) => logs.provide(uri),
    answerPrompt: (asked) => answerPrompt(runtime, asked),
    showRuns: (runs) => status.show(runs),
    dispose: () => owned.dispose(),
  };
}

function startActionsOf(services: TrainingServices): StartActions {
  return {
    ask: (field, view) => askChange(services, field, view),
    prepare: (machine) => prepare(services, machine),
    copy: async (text) => vscode.env.clipboard.writeText(text),
    showLog: services.showLog,
  };
}

function checkpointWorkOf(services: TrainingServices, served: ServedCheckpoints): CheckpointWork {
  const named = (place: RunPlace) => ({ place, name: nameOf(place) });
  return {
    evaluate: (place, step) => evaluateAt(services, { run: named(place), step }),
    serve: (place, step) => serveAt(services, served, { run: named(place), step }),
    stopServing: (place, step) => stopServingAt(services, served, { run: named(place), step }),
    download: (place, step) => downloadAt(services, { run: named(place), step }),
    pin: (place, step, pinned) => pinAt(services, { run: named(place), step }, pinned),
    clean: (place) => cleanRun(services, named(place)),
  };
}

function actionsOf(
  services: TrainingServices,
  logs: RunLogs,
  served: ServedCheckpoints,
): RunActions {
  return {
    stop: (place) => stopRun(services, place),
    resume: (place, step) => resumeRun(services, place, step),
    openLog: (place, log, line) => logs.show(place, log ?? 'supervisor.log', line),
    openStep: (place, step) => openStep(services, place, step),
    openSampled: (place, sampled) => openSampled(services, place, sampled),
    fetchStep: (place, step) => fetchStep(services, place, step),
    chooseRun: async (shown) => {
      const isShown = (folder: string) => shown.some((one) => one.folder === folder);
      const run = await calledRun(services, [], {
        ...{ title: 'Compare With', placeHolder: 'Which run is to be drawn beside this one?' },
        fits: () => true,
        none: 'There is no other run to compare with.',
      });
      return run === undefined || isShown(run.place.folder) ? null : run.place;
    },
    copy: async (text) => vscode.env.clipboard.writeText(text),
    showLog: services.showLog,
    checkpoints: checkpointWorkOf(services, served),
  };
}
