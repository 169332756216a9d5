// An agent runtime that plays recorded trajectories, for tests of what is around it.
import type {
  AgentRuntime,
  ModelCheck,
  PreviewRequest,
  RolloutEnding,
  RolloutOptions,
  RolloutPreview,
  RolloutRequest,
  TableRequest,
} from '../../runtime/agentRuntime.ts';
import type { Judge } from '../../runtime/judge/judge.ts';
import type { JudgeChoice } from '../../runtime/judge/judgeChoice.ts';
import { ruleJudge } from '../../runtime/judge/ruleJudge.ts';
import { trajectoryEvents } from '../../runtime/cli/trajectoryEvents.ts';
import type { HealthCheck } from '../../runtime/contract/health.ts';
import type { ModelListing, TablePage } from '../../runtime/contract/requests.ts';
import type { Trajectory } from '../../runtime/contract/trajectory.ts';

export interface FakeRuntimeParts {
  /** Played by `run` and by `replay`. */
  readonly trajectory?: Trajectory;
  readonly models?: readonly ModelListing[];
  readonly checks?: readonly HealthCheck[];
  readonly prepared?: boolean;
  /** Opens judges; default: the rule judge whatever was chosen. */
  readonly openJudge?: (choice: JudgeChoice) => Judge;
  /** Thrown by `run`, `replay` and `prepare`. */
  readonly error?: Error;
  /** Takes the place of what `run` does; the request is kept all the same. */
  readonly run?: (request: RolloutRequest, options: RolloutOptions) => Promise<RolloutEnding>;
  /** What `preview` gives beside a short prompt of its own. */
  readonly preview?: (request: PreviewRequest) => Partial<RolloutPreview>;
  /** Called when a rollout begins; lets a test interrupt it. */
  readonly onRun?: () => void;
}

export class FakeRuntime implements AgentRuntime {
  readonly requests: RolloutRequest[] = [];
  readonly tables: TableRequest[] = [];
  readonly judges: JudgeChoice[] = [];
  readonly endpoints: (readonly string[])[] = [];
  keys: Readonly<Record<string, string>> = {};
  installed = 0;
  prepared = 0;
  closed = 0;
  readonly #parts: FakeRuntimeParts;

  constructor(parts: FakeRuntimeParts = {}) {
    this.#parts = parts;
  }

  run(request: RolloutRequest, options: RolloutOptions): Promise<RolloutEnding> {
    this.requests.push(request);
    const { run } = this.#parts;
    if (run !== undefined) return run(request, options);
    return this.#play(options, request.file ?? '');
  }

  preview(request: PreviewRequest): Promise<RolloutPreview> {
    const shown = {
      ...{ style: request.recipe.agent.promptStyle ?? ('full' as const), system: 'Use Python.' },
      ...{ examples: [], tools: [], promptTokens: 4, contextTokens: null },
    };
    return Promise.resolve({ ...shown, ...this.#parts.preview?.(request) });
  }

  replay(_recorded: Trajectory, _files: unknown, options: RolloutOptions): Promise<RolloutEnding> {
    return this.#play(options, '');
  }

  readTable(request: TableRequest): Promise<TablePage> {
    this.tables.push(request);
    const { offset } = request;
    const columns = [{ name: 'value', type: 'int' }];
    return Promise.resolve({
      columns,
      totalRows: 1,
      totalColumns: 1,
      offset,
      rows: [[7]],
      rebuilt: false,
    });
  }

  checkModel(model: string): Promise<ModelCheck> {
    return Promise.resolve({ answers: true, detail: `It answered: ${model}`, milliseconds: 3 });
  }

  async openJudge(choice: JudgeChoice): Promise<Judge> {
    this.judges.push(choice);
    await Promise.resolve();
    return this.#parts.openJudge?.(choice) ?? ruleJudge('fixed');
  }

  setKeys(keys: Readonly<Record<string, string>>): void {
    this.keys = keys;
  }

  listModels(
    _signal: AbortSignal,
    endpoints: readonly string[] = [],
  ): Promise<readonly ModelListing[]> {
    this.endpoints.push(endpoints);
    return Promise.resolve(this.#parts.models ?? []);
  }

  checkMachine(): Promise<readonly HealthCheck[]> {
    return Promise.resolve(this.#parts.checks ?? []);
  }

  isPrepared(): Promise<boolean> {
    return Promise.resolve(this.#parts.prepared ?? true);
  }

  prepare(): Promise<void> {
    if (this.#parts.error !== undefined) return Promise.reject(this.#parts.error);
    this.prepared += 1;
    return Promise.resolve();
  }

  offerDataPack() {
    const isInstalled = this.installed > 0;
    return Promise.resolve({
      ...{ packages: ['numpy 2', 'pandas 3'], source: 'https://mirror/' },
      isInstalled,
    });
  }

  installDataPack(): Promise<void> {
    this.installed += 1;
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.closed += 1;
    return Promise.resolve();
  }

  #play({ onEvent, signal }: RolloutOptions, file: string): Promise<RolloutEnding> {
    const { trajectory, error, onRun } = this.#parts;
    if (error !== undefined) return Promise.reject(error);
    onRun?.();
    if (signal.aborted) return Promise.resolve({ stopReason: 'cancelled', failure: null });
    if (trajectory === undefined) throw new Error('the fake runtime was given no trajectory');
    for (const event of trajectoryEvents(trajectory, file)) onEvent(event);
    const { stopReason, failure } = trajectory.ended ?? { stopReason: 'cancelled', failure: null };
    return Promise.resolve({ stopReason, failure });
  }
}
