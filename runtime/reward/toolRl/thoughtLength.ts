// The reward for a long thought: its words over a wanted number, at most 1. Pure.
import { pythonRoundHundredths, pythonStrip, pythonWordCount } from '../python/pythonText.ts';
import type { Score } from '../rewardParts.ts';
import type { ToolRlSettings } from './toolRlSettings.ts';

/** Words of a thought that earn all; `scheduled` goes from 384 to 640 in the 105 train steps of the paper's run. */
const wantedWords = {
  fixed: () => 512,
  scheduled: (trainStep: number) => ((640 - 384) * trainStep) / 105 + 384,
};

/** In 0..1 by hundredths, of the last thought of the reply. */
export function thoughtLength(
  reply: string,
  length: Exclude<ToolRlSettings['length'], 'none'>,
  trainStep: number,
): Score {
  if (!reply.includes('<think>') || !reply.includes('</think>')) {
    return { score: 0, reason: 'no thought' };
  }
  const thought = reply.slice(reply.lastIndexOf('<think>') + '<think>'.length);
  const words = pythonWordCount(pythonStrip(thought.split('</think>')[0] ?? ''));
  const wanted = wantedWords[length](trainStep);
  const score = Math.min(1, pythonRoundHundredths(words / wanted));
  return { score, reason: `${words} words of ${Math.round(wanted)}` };
}
