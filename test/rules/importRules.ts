// Which file may import which, as docs say it: contract <- runtime <- (process border) <- extension, contract <- webview;
// inside runtime a folder knows the data, the support and the interfaces of others, and only the files named below put them together.
import ts from 'typescript';
import { type Import, lineOf, type SourceFile, visit } from './sourceFiles.ts';

/** Files that construct the parts and may import all of them. */
const composition = new Set([
  'runtime/compose.ts',
  'runtime/composeAgent.ts',
  'runtime/composeDoors.ts',
  'runtime/composeJudges.ts',
  'runtime/composeMachines.ts',
  'runtime/composeModels.ts',
  'runtime/composeRollouts.ts',
  'runtime/composeSandboxes.ts',
  'runtime/composeTraining.ts',
  'runtime/composeWebTools.ts',
  'runtime/composeWeb.ts',
  'runtime/cli.ts',
  'runtime/main.ts',
]);

/** Packages in the extension's bundle: the message connection to the runtime, and the checks of what comes over it. */
const extensionPackages = new Set(['vscode-jsonrpc', 'zod']);

/** What a folder of the runtime shows to the others. Everything else in it is its own business. */
const shown = new Set([
  // Interfaces: what a part is, without how it works.
  'runtime/agent/protocols/protocol.ts',
  'runtime/documents/document.ts',
  'runtime/environment/taskEnvironment.ts',
  'runtime/judge/judge.ts',
  'runtime/judge/judgeChoice.ts',
  'runtime/judge/judgeFile.ts',
  'runtime/policy/checkpointServer.ts',
  'runtime/policy/editorModels.ts',
  'runtime/policy/policy.ts',
  'runtime/reward/reward.ts',
  'runtime/rollout/trajectorySink.ts',
  'runtime/rolloutServer/serving.ts',
  'runtime/sandbox/sandbox.ts',
  'runtime/tools/tool.ts',
  'runtime/web/openedWeb.ts',
  'runtime/web/web.ts',
  // Functions without state that read or write one value in the one way the project has for it.
  'runtime/agent/finalAnswerText.ts',
  'runtime/policy/modelName.ts',
  'runtime/tools/toolChoice.ts',
  'runtime/web/search/searchChoice.ts',
  'runtime/recipes/readRecipe.ts',
  'runtime/judge/statistics/wilson.ts',
  'runtime/reward/groupAdvantage.ts',
  'runtime/reward/needsVerdict.ts',
  'runtime/reward/rewardArithmetic.ts',
  'runtime/tools/nearestNames.ts',
  'runtime/web/contentType.ts',
]);

/** Folders and files that are used as a whole by those named. */
const granted: readonly (readonly [target: string, importers: readonly string[]])[] = [
  // A rollout is the agent's loop with storing and scoring around it.
  ['runtime/agent/loop.ts', ['runtime/rollout/']],
  ['runtime/agent/carriedStep.ts', ['runtime/rollout/']],
  [
    'runtime/rollout/',
    ['runtime/localRuntime.ts', 'runtime/sharedSandboxes.ts', 'runtime/branchRequest.ts'],
  ],
  // The web tools search and look up; how, is told by services one after the other.
  ['runtime/web/search/', ['runtime/tools/web/']],
  // Made-up tasks are written from the terminal.
  ['runtime/environment/tasks/environmentTasks.ts', ['runtime/cli/']],
  // The two front ends show what is stored, and ask the composed runtime.
  [
    'runtime/store/',
    [
      'runtime/cli/',
      'runtime/serve/',
      'runtime/labels/',
      'runtime/rolloutRequest.ts',
      'runtime/branchRequest.ts',
    ],
  ],
  // Labels are put together with the trajectories they are about.
  ['runtime/labels/', ['runtime/cli/', 'runtime/serve/']],
  [
    'runtime/agentRuntime.ts',
    [
      'runtime/cli/',
      'runtime/serve/',
      'runtime/rolloutRequest.ts',
      'runtime/branchRequest.ts',
      'runtime/localRuntime.ts',
    ],
  ],
  // Figures of agreement are made where labels meet verdicts.
  ['runtime/judge/statistics/', ['runtime/labels/', 'runtime/cli/', 'runtime/serve/']],
  // Stored answers are judged from the terminal.
  ['runtime/judge/batch/', ['runtime/labels/', 'runtime/cli/']],
  ['runtime/judge/improve/', ['runtime/cli/']],
  ['runtime/judge/flipRate.ts', ['runtime/labels/']],
  ['runtime/judge/semantic/thresholds.ts', ['runtime/cli/']],
  // The terminal measures tasks before a training and audits it afterwards.
  ['runtime/training/', ['runtime/cli/']],
  // Checkpoints are evaluated as tasks are measured, and compared by the statistics of judges.
  ['runtime/training/takeSamples.ts', ['runtime/remote/']],
  ['runtime/agentRuntime.ts', ['runtime/training/takeSamples.ts', 'runtime/remote/evaluation/']],
  ['runtime/agentRuntime.ts', ['runtime/rollout/previewRollout.ts']],
  ['runtime/training/taskSampling.ts', ['runtime/remote/']],
  ['runtime/judge/statistics/', ['runtime/remote/']],
  ['runtime/judge/judgeChoice.ts', ['runtime/remote/']],
  ['runtime/evaluate/taskHashes.ts', ['runtime/remote/evaluation/']],
  // Evaluations roll tasks out as samples are taken, read benchmarks as tasks are imported, and are kept as lines of a file.
  ['runtime/agentRuntime.ts', ['runtime/evaluate/']],
  ['runtime/judge/', ['runtime/evaluate/']],
  ['runtime/store/', ['runtime/evaluate/']],
  ['runtime/training/takeSamples.ts', ['runtime/evaluate/']],
  ['runtime/training/taskSampling.ts', ['runtime/evaluate/']],
  ['runtime/recipes/', ['runtime/evaluate/']],
  ['runtime/evaluate/', ['runtime/cli/', 'runtime/serve/']],
  // The terminal and the editor show what recipes hold, and where it comes from.
  ['runtime/recipes/', ['runtime/cli/', 'runtime/remote/', 'runtime/serve/']],
  // Training is started from the terminal, and its run folder is part of the command lines.
  ['runtime/launch/', ['runtime/cli/', 'runtime/remote/']],
  ['runtime/store/', ['runtime/launch/', 'runtime/remote/']],
  ['runtime/training/difficultyFilter.ts', ['runtime/launch/']],
  // Machines are reached, and trained on, from the terminal and from the editor.
  ['runtime/remote/', ['runtime/cli/', 'runtime/serve/']],
  // Other agents read what is stored, look at runs, and have the agent run for them; the terminal and the editor let them in.
  ['runtime/store/', ['runtime/mcp/']],
  ['runtime/remote/', ['runtime/mcp/']],
  ['runtime/agentRuntime.ts', ['runtime/mcp/']],
  ['runtime/rolloutRequest.ts', ['runtime/mcp/']],
  ['runtime/mcp/', ['runtime/cli/', 'runtime/serve/']],
  // Programs of other people are run in one way.
  ['runtime/setup/watchedCommand.ts', ['runtime/remote/']],
  // Rollouts of training are run by the state of training, and kept in the folder of the run.
  ['runtime/training/', ['runtime/rolloutServer/']],
  ['runtime/store/', ['runtime/rolloutServer/']],
  ['runtime/health/healthCheck.ts', ['runtime/localRuntime.ts', 'runtime/remote/']],
  ['runtime/sharedSandboxes.ts', ['runtime/localRuntime.ts']],
  ['runtime/rolloutRequest.ts', ['runtime/cli/', 'runtime/serve/', 'runtime/branchRequest.ts']],
  ['runtime/branchRequest.ts', ['runtime/cli/', 'runtime/serve/']],
];

/** Sentences about what is wrong, each with the place; empty when all is well. */
export function importProblems(source: SourceFile, dependencies: ReadonlySet<string>): string[] {
  const problems = source.imports.flatMap((one) => {
    const problem = problemOf(source.path, one, dependencies);
    return problem === null ? [] : [`${source.path}:${one.line} ${problem}`];
  });
  return [...problems, ...constructionProblems(source)];
}

function problemOf(file: string, one: Import, dependencies: ReadonlySet<string>): string | null {
  const top = file.split('/')[0];
  if (one.target === null) return packageProblem(file, one, dependencies);
  if (one.target.startsWith('../')) return `imports ${one.specifier}, outside the project`;
  if (top === 'runtime') return runtimeProblem(file, one.target);
  if (top === 'extension' || top === 'webview') return clientProblem(top, one);
  return null;
}

function packageProblem(
  file: string,
  one: Import,
  dependencies: ReadonlySet<string>,
): string | null {
  const name = one.specifier;
  const said = `imports ${name}`;
  if (file.startsWith('test/')) return null;
  if (file.startsWith('runtime/contract/')) {
    return name === 'zod' ? null : `${said}; the contract knows zod and nothing else`;
  }
  if (name === 'vscode') {
    return file.startsWith('extension/') ? null : `${said}; only the extension knows VS Code`;
  }
  if (name.startsWith('node:')) {
    return file.startsWith('webview/') ? `${said}; a web view runs in a browser` : null;
  }
  // Packages are made in a checkout, with the tools of the project.
  if (file.startsWith('runtime/setup/packaging/')) return null;
  const depended = name.split('/', name.startsWith('@') ? 2 : 1).join('/');
  if (file.startsWith('extension/')) {
    return extensionPackages.has(depended)
      ? null
      : `${said}; the extension needs vscode, Node and what speaks to the runtime`;
  }
  // Browser code is bundled whole, so its packages are no dependencies of the installed product.
  if (file.startsWith('webview/') || dependencies.has(depended)) return null;
  return `${said}, which package.json does not depend on at run time`;
}

function runtimeProblem(file: string, target: string): string | null {
  // The version that a person asks for.
  if (target === 'package.json' && composition.has(file)) return null;
  if (!target.startsWith('runtime/')) return `imports ${target}; the runtime stands alone`;
  const own = folderOf(file);
  const other = folderOf(target);
  if (own === 'contract') {
    return other === 'contract' ? null : `imports ${target}; the contract is data only`;
  }
  if (other === 'contract' || own === other || composition.has(file)) return null;
  if (own === 'support') return `imports ${target}; support knows the contract and itself`;
  if (other === 'support' || shown.has(target) || isGranted(file, target)) return null;
  return `imports ${target}; other folders are known by their interfaces alone`;
}

function isGranted(file: string, target: string): boolean {
  return granted.some(
    ([open, importers]) =>
      target.startsWith(open) && importers.some((importer) => file.startsWith(importer)),
  );
}

/** The folder below runtime/; a file at its top is a folder of its own. */
function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function clientProblem(top: string, one: Import): string | null {
  const target = one.target ?? '';
  if (target.startsWith(`${top}/`)) return null;
  if (!target.startsWith('runtime/contract/')) {
    return `imports ${target}; ${top} knows the contract and itself`;
  }
  return null;
}

/** Only the composition makes objects of other folders; errors are values. */
function constructionProblems(source: SourceFile): string[] {
  if (!source.path.startsWith('runtime/') || composition.has(source.path)) return [];
  const foreign = new Set(
    source.imports
      .filter(({ target }) => target !== null && isForeign(source.path, target))
      .flatMap((one) => one.names),
  );
  const problems: string[] = [];
  visit(source.tree, (node) => {
    if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return;
    const name = node.expression.text;
    if (!foreign.has(name) || name.endsWith('Error')) return;
    problems.push(
      `${source.path}:${lineOf(node, source.tree)} constructs ${name}; pass it in and construct it in compose.ts`,
    );
  });
  return problems;
}

function isForeign(file: string, target: string): boolean {
  const other = folderOf(target);
  return other !== folderOf(file) && other !== 'support' && other !== 'contract';
}
