// Opens trajectory files for viewers and answers their requests. Several viewers of one file share its index. Everything
// happens in the thread that calls it; viewThread.ts keeps that away from rollouts.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { IndexState } from '../../contract/viewing.ts';
import { failure } from '../../support/errors.ts';
import { exportTrajectories } from '../exporters/exportTrajectories.ts';
import { openSource } from '../formats/openSource.ts';
import type { TrajectoryFormat } from '../formats/trajectoryFormat.ts';
import { readGroup } from './groupView.ts';
import { FileSummaries } from './fileSummaries.ts';
import { Notifier } from './notifier.ts';
import { readHead } from './trajectoryHead.ts';
import type {
  FileSummary,
  TrajectoryViewer,
  ViewingHandlers,
  ViewingName,
  ViewingParams,
  ViewingResults,
} from './trajectoryViewer.ts';
import { ViewedFile } from './viewedFile.ts';

/** What opening waits for the index, so that small files are complete at once. */
const settleMilliseconds = 60;
/** What a reader waits for a trajectory to be whole while its file is still being read. */
const readMilliseconds = 200;

interface Opened {
  readonly key: string;
  readonly file: ViewedFile;
  readonly handles: Set<string>;
  readonly notifier: Notifier;
}

export class FileViewer implements TrajectoryViewer {
  readonly #formats: readonly TrajectoryFormat[];
  readonly #opened = new Map<string, Opened>();
  readonly #summaries = new FileSummaries();
  readonly #listeners = new Set<(state: IndexState) => void>();
  readonly #handlers: ViewingHandlers = {
    'open-trajectories': ({ file }) => this.#open(file),
    'close-trajectories': ({ handle }) => this.#close(handle),
    'list-trajectories': ({ handle, query, offset, limit }) =>
      this.#file(handle).list(query, offset, limit),
    'find-row': ({ handle, query, id }) => this.#findRow(handle, query, id),
    'read-trajectory': ({ handle, id }) => this.#readTrajectory(handle, id),
    'read-steps': ({ handle, id, from, to }) => this.#readSteps(handle, id, from, to),
    'read-text': (params) => this.#readText(params),
    'read-group': (params) => this.#readGroup(params),
    'export-trajectories': (params) => this.#export(params),
  };

  constructor(formats: readonly TrajectoryFormat[]) {
    this.#formats = formats;
  }

  request<Name extends ViewingName>(
    name: Name,
    params: ViewingParams[Name],
  ): Promise<ViewingResults[Name]> {
    return this.#handlers[name](params);
  }

  onIndexChanged(listener: (state: IndexState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  summarise(file: string): Promise<FileSummary> {
    return this.#summaries.of(path.resolve(file), (key) => openSource(this.#formats, key));
  }

  async close(): Promise<void> {
    const all = new Set(this.#opened.values());
    this.#opened.clear();
    await Promise.all([...all].map((opened) => endOf(opened)));
  }

  async #open(file: string): Promise<ViewingResults['open-trajectories']> {
    const key = path.resolve(file);
    const known = [...this.#opened.values()].find((one) => one.key === key);
    const opened = known ?? (await this.#start(key));
    const handle = randomBytes(8).toString('hex');
    opened.handles.add(handle);
    this.#opened.set(handle, opened);
    await opened.file.settle(settleMilliseconds);
    return { handle, state: { handle, ...opened.file.state } };
  }

  async #start(key: string): Promise<Opened> {
    const source = await openSource(this.#formats, key);
    const notifier = new Notifier(() => this.#notify(opened));
    const file = new ViewedFile(source, () => notifier.request());
    const opened: Opened = { key, file, handles: new Set(), notifier };
    return opened;
  }

  #notify({ file, handles }: Opened): void {
    const { state } = file;
    for (const handle of handles) {
      for (const listener of this.#listeners) listener({ handle, ...state });
    }
  }

  async #close(handle: string): Promise<Record<string, never>> {
    const opened = this.#opened.get(handle);
    this.#opened.delete(handle);
    opened?.handles.delete(handle);
    if (opened?.handles.size === 0) await endOf(opened);
    return {};
  }

  #file(handle: string): ViewedFile {
    const opened = this.#opened.get(handle);
    if (opened !== undefined) return opened.file;
    throw failure('store', 'not-open', 'This trajectory file is no longer open. Open it again.');
  }

  async #findRow(
    handle: string,
    query: ViewingParams['find-row']['query'],
    id: string,
  ): Promise<ViewingResults['find-row']> {
    const file = this.#file(handle);
    const row = await file.findRow(id);
    return { row: row === null ? null : file.entries(query).find(row) };
  }

  async #readTrajectory(handle: string, id: string): Promise<ViewingResults['read-trajectory']> {
    const file = this.#file(handle);
    const row = await this.#row(file, id);
    await file.settle(readMilliseconds);
    const head = await readHead({ source: file.source, ...file.content }, row);
    if (head !== null) return head;
    throw failure(
      'store',
      'no-trajectory',
      `${file.source.file} has records of ${id}, but not its first one, so its task is not known. Open the file as text to see them.`,
    );
  }

  async #readSteps(
    handle: string,
    id: string,
    from: number,
    to: number,
  ): Promise<ViewingResults['read-steps']> {
    const file = this.#file(handle);
    const row = await this.#row(file, id);
    return { steps: await file.content.stepReader.steps(row, from, to) };
  }

  async #readText(params: ViewingParams['read-text']): Promise<ViewingResults['read-text']> {
    const { handle, id, step, field, offset, limit } = params;
    const file = this.#file(handle);
    const row = await this.#row(file, id);
    const text = await file.content.stepReader.text({ row, step, field });
    return { text: text.slice(offset, offset + limit), characters: text.length };
  }

  async #readGroup(params: ViewingParams['read-group']): Promise<ViewingResults['read-group']> {
    const file = this.#file(params.handle);
    await file.settle(readMilliseconds);
    return readGroup(file.source, file.content.index, params.taskId);
  }

  async #export(
    params: ViewingParams['export-trajectories'],
  ): Promise<ViewingResults['export-trajectories']> {
    const file = this.#file(params.handle);
    const rows: number[] = [];
    for (const id of params.ids) rows.push(await this.#row(file, id));
    const { index } = file.content;
    await exportTrajectories({ source: file.source, index }, rows, params.format, params.to);
    return { file: params.to, trajectories: rows.length };
  }

  async #row(file: ViewedFile, id: string): Promise<number> {
    const row = await file.findRow(id);
    if (row !== null) return row;
    throw failure(
      'store',
      'no-trajectory',
      `${file.source.file} has no trajectory ${id}. It may have been in an earlier version of the file.`,
    );
  }
}

async function endOf({ file, notifier }: Opened): Promise<void> {
  notifier.stop();
  await file.close();
}
