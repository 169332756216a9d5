// Puts together what lasts as long as the window: the runtime, the rollouts under way, the viewers, the tree. Called when one of
// them is first used, so that activation loads none of it. Reads top to bottom.
import * as vscode from 'vscode';
import {
  EvaluationPageMessage,
  evaluationPanelRequests,
  EvaluationPanelState,
} from '../runtime/contract/evaluationPanel.ts';
import { RunPageMessage, runPanelRequests, RunPanelState } from '../runtime/contract/runPanel.ts';
import {
  StartPageMessage,
  startPanelRequests,
  StartPanelState,
} from '../runtime/contract/startPanel.ts';
import { copyLink } from './commands/copyLink.ts';
import { openTrajectory } from './commands/openTrajectory.ts';
import { tellProblem } from './commands/messages.ts';
import { runAgent } from './commands/runAgent.ts';
import { showRunningAgent, stopAgent } from './commands/runningAgents.ts';
import { ReadOnlyTexts } from './documents/readOnlyTexts.ts';
import { showTrajectories } from './editors/trajectoryEditor.ts';
import { followLink } from './links/linkHandler.ts';
import type { JudgeCommandParts } from './labelling/judgeTrajectories.ts';
import { composeLabelling, type LabellingParts } from './labelling/composeLabelling.ts';
import { LiveRollouts } from './live/liveRollouts.ts';
import { commands } from './manifest.ts';
import { readyModel } from './models/readyModel.ts';
import { TrajectoryPanels } from './panels/trajectoryPanels.ts';
import type { ViewerServices } from './panels/viewerFactory.ts';
import { VscodeActions } from './panels/vscodeActions.ts';
import { AgentStarter, type RolloutSettings } from './running/agentStarter.ts';
import { RecentQuestions } from './running/recentQuestions.ts';
import { RunningStatus } from './running/runningStatus.ts';
import { webWish } from './running/webWish.ts';
import { runtimeLine } from './runtime/runtimeLine.ts';
import { RestartLimit } from './runtime/restartLimit.ts';
import { startRuntimeProcess } from './runtime/runtimeProcess.ts';
import { RuntimeClient } from './runtimeClient.ts';
import { type Disposable, Disposables } from './support/disposable.ts';
import { stackOf } from './support/problem.ts';
import { topicLog } from './support/topicLog.ts';
import { openTraining, type OpenTraining } from './training/openTraining.ts';
import type { TrainingServices } from './training/trainingServices.ts';
import { composeTree, openFolders, type TreeParts } from './views/treeParts.ts';

export interface Parts extends Disposable {
  readonly runtime: RuntimeClient;
  readonly live: LiveRollouts;
  readonly tree: TreeParts;
  readonly panels: TrajectoryPanels;
  readonly labelling: LabellingParts;
  readonly judging: JudgeCommandParts;
  readonly training: OpenTraining;
  readonly texts: ReadOnlyTexts;
  /** Makes a read-only document of a text. */
  addText(name: string, text: string): vscode.Uri;
  runAgent(first: unknown, second: unknown): Promise<string | undefined>;
  openTrajectory(argument: unknown): Promise<void>;
  copyLink(argument: unknown): Promise<void>;
  showRunningAgent(): Promise<void>;
  stopAgent(): Promise<void>;
  followLink(uri: vscode.Uri): Promise<void>;
  showTrajectories(file: vscode.Uri, panel: vscode.WebviewPanel): void;
}

export function compose(context: vscode.ExtensionContext, channel: vscode.LogOutputChannel): Parts {
  const owned = new Disposables();
  const runtime = owned.add(openRuntime(context, channel));
  const agentLog = topicLog(channel, 'agent');
  const onError = (error: unknown) => agentLog.error(stackOf(error));
  const live = owned.add(new LiveRollouts(runtime, onError));
  const tree = owned.add(
    composeTree(context, runtime, topicLog(channel, 'tree'), (workspace) =>
      labelling.left(workspace),
    ),
  );
  const settings = (): RolloutSettings => ({
    model: tree.choice.current(),
    recipe: tree.settings.recipe,
    maxSteps: tree.settings.maxSteps,
    web: webWish(tree.settings, vscode.workspace.isTrusted),
    visionModel: tree.settings.visionModel || null,
  });
  const starter = new AgentStarter({ runtime, live, settings, makeReady: makeReadyBy(runtime) });
  const log = topicLog(channel, 'panel');
  const texts = new ReadOnlyTexts();
  const actions = new VscodeActions({ texts, channel, log });
  const { extensionUri } = context;
  const services: ViewerServices = { extensionUri, runtime, live, starter, actions, log };
  const panels = owned.add(new TrajectoryPanels(services));
  const labelling: LabellingParts = owned.add(
    composeLabelling({
      ...{ context, runtime, trajectories: panels, editor: actions, settings: tree.settings },
      log: topicLog(channel, 'labels'),
    }),
  );
  const training = owned.add(
    openTraining({
      ...trainingServices(channel),
      ...{ extensionUri, runtime },
      addText: (name, text) => texts.add(name, text),
      recipe: () => tree.settings.recipe,
      ...{ model: tree.choice, onTrainingChanged: tree.explorer.trainingChanged },
    }),
  );
  owned.add(new RunningStatus(live));
  const recent = new RecentQuestions(context.workspaceState);
  const run = { starter, panels, settings, recent, log: agentLog };
  return {
    ...{ runtime, live, tree, panels, labelling },
    judging: { runtime, model: () => tree.choice.current() },
    training,
    texts,
    addText: (name, text) => texts.add(name, text),
    runAgent: (first, second) => runAgent(run, first, second),
    openTrajectory: (argument) => openTrajectory({ panels, runtime, log }, argument),
    copyLink: (argument) => copyLink(actions, panels, argument),
    showRunningAgent: () => showRunningAgent(live, panels),
    stopAgent: () => stopAgent(live, runtime),
    followLink: (uri) => followLink(uri, panels),
    showTrajectories: (file, panel) => showTrajectories(file, panel, services),
    dispose: () => owned.dispose(),
  };
}

function makeReadyBy(runtime: RuntimeClient): (model: string) => Promise<void> {
  return (model) => readyModel({ runtime, workspaces: folderPaths }, model);
}

function folderPaths(): readonly string[] {
  return openFolders().map((folder) => folder.path);
}

/** What training needs that does not depend on the other parts. */
function trainingServices(
  channel: vscode.LogOutputChannel,
): Pick<
  TrainingServices,
  'schemas' | 'startSchemas' | 'evaluationSchemas' | 'workspaces' | 'showLog' | 'log'
> {
  return {
    schemas: { RunPanelState, RunPageMessage, runPanelRequests },
    evaluationSchemas: { EvaluationPanelState, EvaluationPageMessage, evaluationPanelRequests },
    startSchemas: { StartPanelState, StartPageMessage, startPanelRequests },
    workspaces: folderPaths,
    showLog: () => channel.show(true),
    log: topicLog(channel, 'training'),
  };
}

/** Restarts that are tried before the person is asked to look at the log. */
const restarts = { atMost: 3, withinMilliseconds: 60_000 };

function openRuntime(
  context: vscode.ExtensionContext,
  channel: vscode.LogOutputChannel,
): RuntimeClient {
  const log = topicLog(channel, 'runtime');
  return new RuntimeClient({
    start: () =>
      startRuntimeProcess({
        file: context.asAbsolutePath('dist/main.mjs'),
        nodeVersion: process.versions.node,
        env: process.env,
        onLine: (line) => runtimeLine(line, log),
      }),
    limit: new RestartLimit(restarts.atMost, restarts.withinMilliseconds),
    now: () => performance.now(),
    log,
    onGivenUp: (message) => void tellGivenUp(message),
  });
}

async function tellGivenUp(message: string): Promise<void> {
  const show = 'Show Log';
  const chosen = await vscode.window.showErrorMessage(message, show);
  if (chosen === show) await vscode.commands.executeCommand(commands.showLog);
}

/** Runs what a person asked for; what goes wrong is told to them. */
export async function attempt(
  channel: vscode.LogOutputChannel,
  action: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await action();
  } catch (error) {
    tellProblem(topicLog(channel, 'agent'), error);
    return undefined;
  }
}
