// What the status bar says of the rollouts under way.
import { shortText } from '../support/shortText.ts';

export interface RunningWords {
  readonly text: string;
  readonly tooltip: string;
  /** Without the icon, for a screen reader. */
  readonly spoken: string;
}

const questionCharacters = 200;

/** Null when nothing runs. */
export function runningText(
  running: readonly { readonly question: string; readonly step: number }[],
): RunningWords | null {
  const [only] = running;
  if (only === undefined) return null;
  const said =
    running.length > 1
      ? `${running.length} agents`
      : only.step === 0
        ? 'Agent starting'
        : `Agent step ${only.step}`;
  const questions = running.map(({ question }) => shortText(question, questionCharacters));
  return {
    text: `$(sync~spin) ${said}`,
    tooltip: `${questions.join('\n')}\nClick to show`,
    spoken: `${said}: ${questions.join('; ')}`,
  };
}
