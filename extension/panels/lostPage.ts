// What stands in a panel whose page cannot be made again: why, and the command that opens its like. HTML without a script.
import { category, type CommandId, commands } from '../manifest.ts';
import type { PageKind } from './webviewPage.ts';

type Bundle = PageKind['bundle'];

/** What such a panel showed, and the command that shows it again, with its title. */
export const lostKinds: Readonly<
  Record<Bundle, { shown: string; command: CommandId; title: string }>
> = {
  viewer: {
    ...{ shown: 'which trajectories', command: commands.openTrajectory },
    title: 'Open Trajectory...',
  },
  label: {
    ...{ shown: 'which answers', command: commands.labelDisagreements },
    title: 'Label Judge Disagreements',
  },
  run: {
    ...{ shown: 'which training run', command: commands.openRun },
    title: 'Open Training Run...',
  },
  start: {
    ...{ shown: 'which training', command: commands.startTraining },
    title: 'Start Training...',
  },
  eval: {
    ...{ shown: 'which evaluations', command: commands.openEvaluations },
    title: 'Open Evaluations',
  },
};

/** @param problem of what was kept; null where nothing was */
export function lostBody(bundle: Bundle, problem: string | null): string {
  const { shown, command, title } = lostKinds[bundle];
  const why =
    problem === null
      ? `VS Code ended before it had written down ${shown} this tab showed.`
      : `What VS Code kept of ${shown} this tab showed cannot be read (${escaped(problem)}). It may be of another version of ${category}.`;
  return `<main class="pad">
<div>
<h1>This tab could not be restored</h1>
<p>${why} Nothing else is lost. Open it again, and close this tab.</p>
</div>
<p><a class="button" href="command:${command}">${title}</a></p>
</main>`;
}

function escaped(text: string): string {
  const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(/[&<>]/gu, (mark) => marks[mark] ?? mark);
}
