// How the box about what went wrong looks; null for a step that has none.
import type { Step } from '../../../runtime/contract/step.ts';
import { outcomeLooks, type Look } from '../../format/words.ts';

export function troubleLook({ observation }: Step): Look | null {
  const { kind, error } = observation;
  const look = outcomeLooks[kind];
  switch (kind) {
    case 'executed':
    case 'final-answer':
      return null;
    case 'python-error':
    case 'syntax-error':
      return { ...look, words: error?.type ?? look.words };
    case 'timeout':
      return { ...look, words: 'Time limit reached' };
    case 'no-code':
      return { ...look, words: 'No code to run' };
    case 'cancelled':
      return { ...look, words: 'Stopped by a person' };
    case 'refused':
    case 'aborted':
      return look;
  }
}
