// Counts what an import took and lists what it could not: problems with their place, and the fields of the source that no field
// of a trajectory holds.
import type { ImportedTrajectories, ImportNote } from '../../../contract/importing.ts';
import type { ForeignTrajectory } from './foreignFormat.ts';

/** A file with a problem in every line must not fill the memory. */
const mostKept = 1000;

export class ImportTally {
  readonly problems: ImportNote[] = [];
  readonly #notes: ImportNote[] = [];
  readonly #unmapped = new Map<string, number>();
  #problemCount = 0;
  #noteCount = 0;
  #trajectories = 0;
  #steps = 0;

  get trajectories(): number {
    return this.#trajectories;
  }

  trajectory({ steps, unmapped }: ForeignTrajectory): void {
    this.#trajectories += 1;
    this.#steps += steps.length;
    for (const path of Object.keys(unmapped)) {
      const general = path.replace(/\[\d+\]/g, '[]');
      this.#unmapped.set(general, (this.#unmapped.get(general) ?? 0) + 1);
    }
  }

  problem(where: string, message: string): void {
    this.#problemCount += 1;
    if (this.problems.length < mostKept) this.problems.push({ where, message });
  }

  note(where: string, message: string): void {
    this.#noteCount += 1;
    if (this.#notes.length < mostKept) this.#notes.push({ where, message });
  }

  result(format: string): ImportedTrajectories {
    const fields = [...this.#unmapped].map(([path, count]) => ({ path, count }));
    return {
      format,
      trajectories: this.#trajectories,
      steps: this.#steps,
      problems: this.problems,
      problemCount: this.#problemCount,
      notes: this.#notes,
      noteCount: this.#noteCount,
      unmapped: fields.sort((a, b) => b.count - a.count || a.path.localeCompare(b.path)),
    };
  }
}
