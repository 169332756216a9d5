// Everything that a front end asks of labels: opened queues, agreement, scoring again. One for a process.
import type { AgreementReport } from '../contract/agreement.ts';
import type { LabellingState } from '../contract/labelling.ts';
import { LabelFile } from '../store/labels/labelFile.ts';
import { failure } from '../support/errors.ts';
import { LabelBook } from './labelBook.ts';
import { LabellingSession } from './labellingSession.ts';
import { PopulationCache, type PopulationRequest } from './readPopulation.ts';
import { agreementReport, type ReportInput } from './report/agreementReport.ts';
import { cellItems, type Cell, type CellItems } from './report/cellItems.ts';
import { rememberedGain } from './report/gain.ts';
import { scoreAgain, type ScoreAgainResult } from './scoreAgain.ts';
import { readRubric, readWorkspaceLabels } from './workspaceLabels.ts';

export interface LabellingParts {
  /** ISO 8601. */
  readonly now: () => string;
  /** An id that does not repeat, as contract/ids.ts has it. */
  readonly newId: () => string;
  /** Others changed the labels of an opened queue; at most once a second for each. */
  readonly onChange: (state: LabellingState) => void;
  readonly onProblem: (error: unknown) => void;
}

export interface OpenRequest extends PopulationRequest {
  readonly rater: string;
  readonly size: number;
}

export interface Labelling {
  open(request: OpenRequest, signal: AbortSignal): Promise<LabellingSession>;
  /** @throws FailureError `store/not-open` for a handle of another process or a closed queue */
  session(handle: string): LabellingSession;
  close(handle: string): Promise<void>;
  agreement(request: PopulationRequest, signal: AbortSignal): Promise<AgreementReport>;
  cell(request: PopulationRequest, cell: Cell, signal: AbortSignal): Promise<CellItems>;
  scoreAgain(request: PopulationRequest, signal: AbortSignal): Promise<ScoreAgainResult>;
  closeAll(): Promise<void>;
}

export function createLabelling(parts: LabellingParts): Labelling {
  return new OpenedLabelling(parts);
}

const lookMilliseconds = 1000;

interface Opened {
  readonly session: LabellingSession;
  readonly ending: AbortController;
}

class OpenedLabelling implements Labelling {
  readonly #parts: LabellingParts;
  readonly #populations = new PopulationCache();
  readonly #opened = new Map<string, Opened>();

  constructor(parts: LabellingParts) {
    this.#parts = parts;
  }

  async open(request: OpenRequest, signal: AbortSignal): Promise<LabellingSession> {
    const { workspace, rater, size } = request;
    const population = await this.#populations.of(request, signal);
    const book = new LabelBook();
    const labelFile = await LabelFile.open(workspace, book);
    const { rubric, problem } = await readRubric(workspace);
    const handle = this.#parts.newId();
    const session = new LabellingSession({
      handle,
      workspace,
      rater,
      size,
      population,
      book,
      labelFile,
      rubric,
      problems: [...(problem === null ? [] : [problem]), ...population.problems],
      now: this.#parts.now,
      newId: this.#parts.newId,
      gain: rememberedGain({ population, book, rubric }),
    });
    this.#follow(handle, session, labelFile);
    return session;
  }

  session(handle: string): LabellingSession {
    const opened = this.#opened.get(handle);
    if (opened !== undefined) return opened.session;
    throw failure('store', 'not-open', 'This labelling is no longer open. Open it again.');
  }

  async close(handle: string): Promise<void> {
    const opened = this.#opened.get(handle);
    this.#opened.delete(handle);
    opened?.ending.abort();
    await opened?.session.close();
  }

  async agreement(request: PopulationRequest, signal: AbortSignal): Promise<AgreementReport> {
    const { input, problems } = await this.#reportInput(request, signal);
    const report = agreementReport(input);
    return { ...report, remarks: [...report.remarks, ...problems] };
  }

  async cell(request: PopulationRequest, cell: Cell, signal: AbortSignal) {
    return cellItems((await this.#reportInput(request, signal)).input, cell);
  }

  async scoreAgain(request: PopulationRequest, signal: AbortSignal): Promise<ScoreAgainResult> {
    const { files } = await this.#populations.of(request, signal);
    return scoreAgain(files, await readWorkspaceLabels(request.workspace), signal);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((handle) => this.close(handle)));
  }

  #follow(handle: string, session: LabellingSession, labelFile: LabelFile): void {
    const ending = new AbortController();
    this.#opened.set(handle, { session, ending });
    const onChange = () => this.#parts.onChange(session.state());
    void labelFile.follow(lookMilliseconds, ending.signal, onChange, this.#parts.onProblem);
  }

  async #reportInput(
    request: PopulationRequest,
    signal: AbortSignal,
  ): Promise<{ input: ReportInput; problems: readonly string[] }> {
    const population = await this.#populations.of(request, signal);
    const { book, rubric, problems } = await readWorkspaceLabels(request.workspace);
    return { input: { population, book, rubric }, problems };
  }
}
