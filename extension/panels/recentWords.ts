// A trajectory that ran lately, as a line of a list.
import type { RecentTrajectory } from '../../runtime/contract/requests.ts';
import { shortText } from '../support/shortText.ts';

export interface RecentWords {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

const questionCharacters = 100;

/** @param locale of the dates; the editor's own when left out */
export function recentWords(recent: RecentTrajectory, locale?: string): RecentWords {
  const { question, startedAt, steps, reward, finalAnswer } = recent;
  const time = new Date(startedAt).toLocaleString(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const count = steps === 1 ? '1 step' : `${steps} steps`;
  const earned = reward === null ? [] : [`reward ${reward.toFixed(2)}`];
  return {
    label: shortText(question, questionCharacters),
    description: [time, count, ...earned].join(' · '),
    detail: finalAnswer === null ? endWords(recent) : shortText(finalAnswer, questionCharacters),
  };
}

function endWords({ stopReason, interrupted }: RecentTrajectory): string {
  if (stopReason === null) return interrupted ? 'Interrupted' : 'Running';
  return `No answer: ${stopReason.replaceAll('-', ' ')}`;
}
