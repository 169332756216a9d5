// A workspace of judged trajectories, and labelling opened on it, as a front end opens it.
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLabelling, type Labelling } from '../../runtime/labels/labelling.ts';
import type { LabellingSession } from '../../runtime/labels/labellingSession.ts';
import type { LabellingState } from '../../runtime/contract/labelling.ts';
import { trajectoryFile } from '../../runtime/store/trajectoryStore.ts';
import { ann, judgedTrajectory, type JudgedTrajectory } from './labelRecords.ts';
import { asLines } from './trajectoryRecords.ts';

export class LabellingWorkspace {
  readonly folder: string;
  readonly labelling: Labelling;
  readonly changes: LabellingState[] = [];
  #clock = Date.parse('2026-05-04T09:00:00.000Z');
  #ids = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.labelling = createLabelling({
      now: () => new Date((this.#clock += 1000)).toISOString(),
      newId: () => `id-${String((this.#ids += 1)).padStart(6, '0')}`,
      onChange: (state) => this.changes.push(state),
      onProblem: (error) => {
        throw error;
      },
    });
  }

  file(run = 'run'): string {
    return trajectoryFile(this.folder, run);
  }

  async write(trajectories: readonly JudgedTrajectory[], run = 'run'): Promise<string> {
    const file = this.file(run);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, asLines(trajectories.flatMap(judgedTrajectory)));
    return file;
  }

  append(records: readonly unknown[], run = 'run'): Promise<void> {
    return appendFile(this.file(run), asLines(records));
  }

  open(rater = ann, size = 300): Promise<LabellingSession> {
    const request = { workspace: this.folder, files: [], rater, size };
    return this.labelling.open(request, new AbortController().signal);
  }

  get population(): { workspace: string; files: string[] } {
    return { workspace: this.folder, files: [] };
  }

  close(): Promise<void> {
    return this.labelling.closeAll();
  }
}
