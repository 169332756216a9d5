// A viewer of trajectory files with one file opened, for tests that ask it things.
import { setTimeout as delay } from 'node:timers/promises';
import { ListQuery, type IndexState, type ListPage } from '../../runtime/contract/viewing.ts';
import { allFormats } from '../../runtime/store/formats/allFormats.ts';
import { FileViewer } from '../../runtime/store/viewing/fileViewer.ts';
import type { TrajectoryViewer } from '../../runtime/store/viewing/trajectoryViewer.ts';

export class OpenedViewer {
  readonly viewer: TrajectoryViewer;
  readonly handle: string;
  /** Every state that was told, the newest last. */
  readonly states: IndexState[];

  private constructor(viewer: TrajectoryViewer, handle: string, states: IndexState[]) {
    this.viewer = viewer;
    this.handle = handle;
    this.states = states;
  }

  static async open(
    file: string,
    viewer: TrajectoryViewer = new FileViewer(allFormats),
  ): Promise<OpenedViewer> {
    const states: IndexState[] = [];
    viewer.onIndexChanged((state) => states.push(state));
    const { handle, state } = await viewer.request('open-trajectories', { file });
    states.push(state);
    return new OpenedViewer(viewer, handle, states);
  }

  get state(): IndexState {
    return this.states.at(-1)!;
  }

  /** Waits until the newest state is as wanted. */
  async until(wanted: (state: IndexState) => boolean, milliseconds = 20_000): Promise<void> {
    const end = performance.now() + milliseconds;
    while (!wanted(this.state)) {
      if (performance.now() > end) throw new Error(`still ${JSON.stringify(this.state)}`);
      await delay(10);
    }
  }

  async list(query: Partial<ListQuery> = {}, offset = 0, limit = 500): Promise<ListPage> {
    const { handle } = this;
    const whole = ListQuery.parse(query);
    for (;;) {
      const page = await this.viewer.request('list-trajectories', {
        handle,
        query: whole,
        offset,
        limit,
      });
      if (!page.searching) return page;
      await delay(5);
    }
  }

  async ids(query: Partial<ListQuery> = {}): Promise<string[]> {
    const { rows } = await this.list(query);
    return rows.map((row) => {
      switch (row.kind) {
        case 'trajectory':
          return row.id;
        case 'task':
          return `task ${row.taskId}`;
        case 'broken-line':
          return `line ${row.line}`;
      }
    });
  }
}
