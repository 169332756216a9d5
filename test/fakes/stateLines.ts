// A training state as the lines of its file, and back.
import type { Parsed } from '../../runtime/support/parseJson.ts';
import type { TrainingState } from '../../runtime/training/trainingState.ts';
import {
  trainingStateLines,
  trainingStateReader,
} from '../../runtime/training/trainingStateFile.ts';

export function linesOf(state: TrainingState): string[] {
  return [...trainingStateLines(state)];
}

export function readLinesOf(lines: Iterable<string>): Parsed<TrainingState> {
  const reader = trainingStateReader();
  for (const line of lines) reader.take(line);
  return reader.state();
}
