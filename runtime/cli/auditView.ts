// A compute audit as tables.
import type {
  ComputeAudit,
  EpochAudit,
  RewardMix,
  RulePrecision,
  Transition,
} from '../contract/training/audit.ts';
import type { RunJob } from '../contract/training/runFolder.ts';
import { count, formatDuration } from './format.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

export function printAudit(terminal: Terminal, job: RunJob, audit: ComputeAudit): void {
  const { palette } = terminal;
  terminal.line(palette.strong(sanitise(`${job.runId}  ${job.recipe.name}  ${job.model}`)));
  const tasks = audit.tasks === null ? '' : ` of ${count(audit.tasks, 'task')}`;
  terminal.line(
    `${count(audit.trainSteps, 'train step')}, ${count(audit.groups, 'group')}${tasks}`,
  );
  section(terminal, 'Groups by epoch', epochTable(audit.epochs));
  section(terminal, 'From one epoch to the next', transitionTable(audit.transitions));
  section(terminal, 'How well a row of solved epochs foretells the next', ruleTable(audit.rules));
  terminal.line(probeWords(audit.probes));
  section(terminal, 'Groups and the update', updateTable(audit));
  const { selected, unselected } = audit.selection;
  if (selected.count > 0) section(terminal, 'Rewards', mixTable(selected, unselected));
  section(terminal, 'Tokens', tokenTable(audit));
  const time = timeTable(audit);
  if (time.length > 0) section(terminal, 'Time', time);
}

function section(terminal: Terminal, title: string, rows: readonly (readonly string[])[]): void {
  terminal.line();
  terminal.line(terminal.palette.strong(title));
  for (const line of textTable(rows)) terminal.line(line);
}

function epochTable(epochs: readonly EpochAudit[]): string[][] {
  const head = [
    'epoch',
    'groups',
    'mixed',
    'all right',
    'all wrong',
    'unscored',
    'probes',
    'refills',
    'active tasks',
  ];
  const rows = epochs.map(({ epoch, groups, outcomes, probes, refills, activeTasks, coverage }) => [
    String(epoch),
    String(groups),
    withShare(outcomes.mixed, groups),
    withShare(outcomes.allCorrect, groups),
    withShare(outcomes.allWrong, groups),
    String(outcomes.unscored),
    String(probes),
    String(refills),
    coverage === null ? String(activeTasks) : `${activeTasks} (${percent(coverage)})`,
  ]);
  return [head, ...rows];
}

const names = { 'all-correct': 'all right', mixed: 'mixed', 'all-wrong': 'all wrong' } as const;

function transitionTable(transitions: readonly Transition[]): string[][] {
  const rows = transitions.map(({ from, ...to }) => {
    const sampled = to.allCorrect + to.mixed + to.allWrong;
    const cells = [to.allCorrect, to.mixed, to.allWrong].map((number) =>
      withShare(number, sampled),
    );
    return [names[from], ...cells, String(to.notSeen)];
  });
  return [['was', 'all right', 'mixed', 'all wrong', 'not seen'], ...rows];
}

function ruleTable(rules: readonly RulePrecision[]): string[][] {
  const rows = rules.map(({ streak, predictions, right, precision, interval }) => [
    String(streak),
    String(predictions),
    String(right),
    percent(precision),
    interval === null ? '-' : `${percent(interval[0])} to ${percent(interval[1])}`,
  ]);
  return [['epochs all right', 'foretold', 'came true', 'precision', '95 % interval'], ...rows];
}

function probeWords({ made, failed, failureRate }: ComputeAudit['probes']): string {
  if (made === 0) return 'No skipped task was probed.';
  return `${count(made, 'probe')} of skipped tasks, ${failed} failed (${percent(failureRate)}).`;
}

function updateTable({
  groups,
  trainedGroups,
  skippedGroups,
  freshShare,
  meanStaleness,
}: ComputeAudit): string[][] {
  return [
    ['updated on', withShare(trainedGroups, groups)],
    ['outside of the window', withShare(skippedGroups['outside-window'], groups)],
    ['without variance', withShare(skippedGroups['zero-variance'], groups)],
    ['unscored', withShare(skippedGroups.unscored, groups)],
    ['fresh trajectories', percent(freshShare)],
    ['mean staleness', meanStaleness === null ? '-' : `${meanStaleness.toFixed(1)} train steps`],
  ];
}

function mixTable(selected: RewardMix, unselected: RewardMix): string[][] {
  const row = (name: string, mix: RewardMix) => [
    name,
    String(mix.count),
    mix.mean?.toFixed(3) ?? '-',
    mix.deviation?.toFixed(3) ?? '-',
    percent(mix.highest),
    percent(mix.lowest),
  ];
  return [
    ['', 'trajectories', 'mean', 'deviation', 'highest of group', 'lowest of group'],
    row('selected', selected),
    row('not selected', unselected),
  ];
}

function tokenTable({ generatedTokens, unusedTokens, updatedTokens }: ComputeAudit): string[][] {
  return [
    ['generated', generatedTokens.toLocaleString('en')],
    ['in groups not updated on', withShare(unusedTokens, generatedTokens)],
    ['updated on', updatedTokens.toLocaleString('en')],
  ];
}

/** The parts of a train step, the longest first; `step` is the whole. */
function timeTable({ seconds }: ComputeAudit): string[][] {
  const whole = seconds['step'] ?? null;
  const parts = Object.entries(seconds).filter(([name]) => name !== 'step');
  const rows = parts
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => [
      name,
      formatDuration(value * 1000),
      whole === null || whole === 0 ? '' : percent(Math.min(1, value / whole)),
    ]);
  return whole === null ? rows : [...rows, ['train steps', formatDuration(whole * 1000)]];
}

/** A part is never of nothing: then it is 0. */
function withShare(part: number, whole: number): string {
  const number = part.toLocaleString('en');
  return part === 0 ? number : `${number} (${percent(part / whole)})`;
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(100 * share).toFixed(1)} %`;
}
